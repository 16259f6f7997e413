// Package compose reads docker-compose.yml with the compose specification's own loader: no engine needed.
package compose

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

const password = "NEO4J_PASSWORD=of-the-test"

func load(env ...string) (*types.Project, error) {
	// WithEnv alone: neither the environment nor the .env of whoever runs this counts
	options, err := cli.NewProjectOptions([]string{"../../docker-compose.yml"}, cli.WithEnv(env))
	if err != nil {
		return nil, err
	}
	return options.LoadProject(context.Background())
}

func loaded(t *testing.T, env ...string) *types.Project {
	t.Helper()
	project, err := load(append(env, password)...)
	if err != nil {
		t.Fatal(err)
	}
	return project
}

func service(t *testing.T, name string) types.ServiceConfig {
	t.Helper()
	found, err := loaded(t).GetService(name)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestItIsTheProjectThatPertoLooksFor(t *testing.T) {
	project := loaded(t)
	if project.Name != "perto" {
		t.Errorf("the project is %q", project.Name)
	}
	names := project.ServiceNames()
	slices.Sort(names)
	if !slices.Equal(names, []string{"neo4j", "qdrant"}) {
		t.Errorf("services: %v", names)
	}
}

func TestWithoutAPasswordItDoesNotLoadAndSaysWhatToDo(t *testing.T) {
	for _, env := range [][]string{nil, {"NEO4J_PASSWORD="}} {
		_, err := load(env...)
		if err == nil {
			t.Fatalf("loaded with %v", env)
		}
		if !strings.Contains(err.Error(), "put NEO4J_PASSWORD into .env, see .env.example") {
			t.Errorf("with %v: %v", env, err)
		}
	}
}

func TestImagesArePinnedToOneRelease(t *testing.T) {
	pinned := map[string]*regexp.Regexp{
		"neo4j":  regexp.MustCompile(`^neo4j:5\.26\.\d+-community$`),
		"qdrant": regexp.MustCompile(`^qdrant/qdrant:v1\.\d+\.\d+$`),
	}
	for name, form := range pinned {
		if image := service(t, name).Image; !form.MatchString(image) {
			t.Errorf("%s: %s", name, image)
		}
	}
}

func TestPortsAreBoundToLoopbackAndCanBeMoved(t *testing.T) {
	want := map[string][2]string{"neo4j": {"7687", "7688"}, "qdrant": {"6333", "6334"}}
	moved := loaded(t, "NEO4J_BOLT_PORT=7688", "QDRANT_HTTP_PORT=6334")
	for name, published := range want {
		for i, project := range []*types.Project{loaded(t), moved} {
			ports := project.Services[name].Ports
			if len(ports) != 1 || ports[0].HostIP != "127.0.0.1" || ports[0].Published != published[i] {
				t.Errorf("%s: %+v", name, ports)
			}
		}
	}
}

func TestHealthIsAskedOfTheServiceItself(t *testing.T) {
	signs := map[string][]string{
		"neo4j":  {"cypher-shell", "bolt://127.0.0.1:7687", "RETURN 1", "$${NEO4J_AUTH#neo4j/}"},
		"qdrant": {"bash", "/dev/tcp/127.0.0.1/6333", "GET /readyz"},
	}
	for name, parts := range signs {
		check := service(t, name).HealthCheck
		if check == nil || check.Disable || check.Interval == nil || check.Timeout == nil || check.Retries == nil {
			t.Fatalf("%s has no whole health check: %+v", name, check)
		}
		command := strings.Join(check.Test, " ")
		for _, part := range parts {
			// the loader turns $$ into the $ that the shell of the container sees
			if !strings.Contains(command, strings.ReplaceAll(part, "$$", "$")) {
				t.Errorf("%s: %q lacks %q", name, command, part)
			}
		}
		if strings.Contains(command, "of-the-test") {
			t.Errorf("%s: the password is in the command", name)
		}
	}
}

func TestDataIsInNamedVolumes(t *testing.T) {
	want := map[string]map[string]string{
		"neo4j":  {"/data": "neo4j-data", "/logs": "neo4j-logs"},
		"qdrant": {"/qdrant/storage": "qdrant-data"},
	}
	project := loaded(t)
	for name, mounts := range want {
		for _, volume := range project.Services[name].Volumes {
			if volume.Type != types.VolumeTypeVolume || mounts[volume.Target] != volume.Source {
				t.Errorf("%s: %+v", name, volume)
			}
			if _, declared := project.Volumes[volume.Source]; !declared {
				t.Errorf("%s is not declared", volume.Source)
			}
			delete(mounts, volume.Target)
		}
		if len(mounts) > 0 {
			t.Errorf("%s: not in a volume: %v", name, mounts)
		}
	}
}

func TestNeo4jIsConfiguredAsTheLocalOneIs(t *testing.T) {
	want := map[string]string{
		"NEO4J_AUTH": "neo4j/of-the-test",
		"NEO4J_dbms_security_allow__csv__import__from__file__urls": "false",
		"NEO4J_db_transaction_monitor_check_interval":              "100ms",
		"NEO4J_server_bolt_connection__keep__alive":                "10s",
		"NEO4J_dbms_usage__report_enabled":                         "false",
		"NEO4J_server_http_enabled":                                "false",
	}
	environment := service(t, "neo4j").Environment
	for name, value := range want {
		if got := environment[name]; got == nil || *got != value {
			t.Errorf("%s is %v, not %q", name, got, value)
		}
	}
	for name := range environment {
		// the image takes every other NEO4J_ name for a setting, and does not start for one that is none
		if name == "NEO4J_PASSWORD" || name == "NEO4J_USERNAME" {
			t.Errorf("%s is no setting", name)
		}
	}
}
