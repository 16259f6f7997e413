"""Evidence: plain values between retrieving and presenting, with codes and facts and no words."""
