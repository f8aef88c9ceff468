# Everything a person or CI does here. `make` alone lists it.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
PYTHON := .build/python

.PHONY: help setup setup-riffle setup-tests build release demo man test checks test-build steady nightly full-tests soak soak-cluster lint format bench bench-compare compared sanitize fuzz attack image package package-test clean

# How much `make soak` plays, and from which seed on.
SOAK_SCRIPTS ?= 1000000
SOAK_CRASHES ?= 100000
SOAK_WORLDS ?= 20000
SOAK_LINKS ?= 20000
SOAK_NODES ?= 20000
SOAK_CLUSTERS ?= 20000
SOAK_SEED ?= 1

# How many connections `make soak-cluster` cuts, and how many records it commits, at least.
CLUSTER_CUTS ?= 5000
CLUSTER_RECORDS ?= 400000

# What fails how often afterwards, when members use a cluster: options of Benchmarks/cluster/run.py, such as `--kills 10 --only kills`.
CLUSTER_FAILURES ?=

# How often `make steady` runs the suite.
N ?= 10

# How long `make fuzz` shakes each door, and which doors.
FUZZ_SECONDS ?= 60
FUZZ_ENTRIES ?= client-messages server-messages upgrade room-records markdown cluster-messages pictures formulas front-matter expansion load-frames

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: ## installs what is missing (or says what to install)
	@.ci/setup

setup-riffle:
	@.ci/setup riffle

setup-tests:
	@.ci/setup tests

build: setup ## debug build
	swift build

release: setup ## optimised build
	swift build -c release --product riffle
	swift build -c release --product riffle-paper

demo: setup-riffle ## a server, members on real sockets, a short scene, a verdict
	@swift build --product riffle
	@swift run --skip-build riffle demo

man: setup-riffle ## manual pages in .build/man, out of the help of the commands
	@swift build --product riffle
	@.ci/manual "$$(swift build --show-bin-path)/riffle" .build/man

$(PYTHON)/ready: Tests/System/PythonClient/requirements.txt
	python3 -m venv $(PYTHON)
	$(PYTHON)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

test: setup-tests $(PYTHON)/ready ## every test, the protocol's vectors against its schemas; RIFFLE_TESTS=full: with all rounds and seeds
	@echo "test: building the tests, and checking protocol and benchmarks beside it"
	@$(MAKE) --no-print-directory -j2 checks test-build
	@.ci/suite .build/tests || { echo "make test: what failed, once more:"; .ci/failures .build/tests/*.log; exit 1; }

# Most of these wait, so `make test` builds meanwhile.
checks: $(PYTHON)/ready
	$(PYTHON)/bin/python Protocol/check.py
	$(PYTHON)/bin/python Protocol/conformance/selftest.py
	.ci/page-conformance $(PYTHON)/bin/python
	$(PYTHON)/bin/python Benchmarks/check.py --quiet
	$(PYTHON)/bin/python Benchmarks/cluster/check.py --quiet

test-build:
	swift build --build-tests

# What takes too long for every change, in the order of what fails most likely. Each part goes on after a failure of another.
NIGHTLY ?= full-tests soak soak-cluster sanitize fuzz attack steady

nightly: setup-tests $(PYTHON)/ready ## all that is too long for `make test`: full rounds, soak, clusters, sanitizers, fuzz, attacks, the suite N=10 times
	@failed=; for part in $(NIGHTLY); do echo "nightly: $$part"; $(MAKE) --no-print-directory $$part || failed="$$failed $$part"; done; \
		if [ -n "$$failed" ]; then echo "nightly: failed:$$failed"; exit 1; fi; echo "nightly: all of $(NIGHTLY) passed"

full-tests:
	RIFFLE_TESTS=full $(MAKE) --no-print-directory test

steady: setup-tests $(PYTHON)/ready ## the suite N=10 times, every second time beside a busy core: what failed how often
	@.ci/steady $(N)

soak: setup ## a million random scenes in a room, 100,000 crashes, 20,000 worlds, links, nodes and clusters, with progress; a server with a store killed 200 times
	swift run -c release soak --scripts $(SOAK_SCRIPTS) --crashes $(SOAK_CRASHES) --worlds $(SOAK_WORLDS) \
		--links $(SOAK_LINKS) --nodes $(SOAK_NODES) --clusters $(SOAK_CLUSTERS) --seed $(SOAK_SEED)
	swift build --build-tests
	KILLS=200 swift test --skip-build --filter EndToEnd.PersistenceTests

soak-cluster: setup-tests ## the statements of four nodes on one database, CLUSTER_CUTS=5000 cuts, CLUSTER_RECORDS=400000 records; then nodes, NATS servers and PostgreSQL that fail under members
	swift build --build-tests
	CLUSTER_CUTS=$(CLUSTER_CUTS) CLUSTER_RECORDS=$(CLUSTER_RECORDS) swift test --skip-build \
		--filter RoomStoreTests.ClusterStressTests/nothingIsLostAndNothingIsThereTwice
	swift build -c release --product riffle
	RIFFLE="$$(swift build -c release --show-bin-path)/riffle" python3 Benchmarks/cluster/run.py $(CLUSTER_FAILURES)

lint: ## formatting; make test checks the rules of the house
	swift format lint --strict --recursive Sources Tests Benchmarks Fuzz Package.swift

format: ## puts the formatting right
	swift format --in-place --recursive Sources Tests Benchmarks Fuzz Package.swift

bench: setup release $(PYTHON)/ready ## ratios against a bare server and others' servers; writes Benchmarks/README.md and history.jsonl
	swift build --package-path Benchmarks -c release
	swift build -c release --product frames
	python3 Benchmarks/run.py --record

bench-compare: compared setup release ## REV=COMMIT: what page turns, drags and joins cost this checkout's server against that commit's, with a confidence
	swift build --package-path Benchmarks -c release
	python3 Benchmarks/compare.py $(REV)

compared:
	@$(if $(REV),,echo "make bench-compare: expected REV=COMMIT, got none" >&2 && exit 64)

# .ci/leaks: what the test library and Foundation leak (the buffer for an empty file, each process that a test starts); static values,
# which are made once and kept (`once_slow`), steps of a script that plays while a signal ends the program, and the counts of weak
# references: all three are held by encoded pointers. .ci/addresses: Foundation copies a directory entry as if it were of full size.
# SIGNALS: fatal signals end a process as without a sanitizer, so that tests can look at that.
SIGNALS := handle_segv=0:handle_abort=0:handle_sigill=0:handle_sigbus=0:handle_sigfpe=0:handle_sigtrap=0
sanitize: setup-tests $(PYTHON)/ready ## the tests with the address and the thread sanitizer
	RIFFLE_SANITIZED=1 ASAN_OPTIONS=$(SIGNALS):suppressions=$(CURDIR)/.ci/addresses:print_suppressions=0 LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/leaks:print_suppressions=0 swift test --scratch-path .build/address --sanitize=address
	RIFFLE_SANITIZED=1 TSAN_OPTIONS=$(SIGNALS) swift test --scratch-path .build/thread --sanitize=thread

fuzz: setup ## strangers' bytes by chance, FUZZ_SECONDS=60 for each of FUZZ_ENTRIES
	swift build --package-path Fuzz -c release -Xswiftc -sanitize=fuzzer,address
	Fuzz/run $(FUZZ_SECONDS) $(FUZZ_ENTRIES)

attack: setup release $(PYTHON)/ready ## attacks a server from the outside for some minutes: a table of what was done and what held
	RIFFLE="$$(swift build -c release --show-bin-path)/riffle" python3 Fuzz/attack/run

image: ## builds the container image and asks the server in it whether it is alive
	Docker/check

package: ## a .deb for this Debian and riffle-VERSION-linux-ARCH.tar.gz, in .build/packages; RELEASE=trixie: a .deb for that one
	@.ci/setup packages
	$(if $(RELEASE),Packaging/build-for $(RELEASE),Packaging/build)

package-test: ## installs what `make package` built in plain Debian 12 and 13; needs root, debootstrap and a mirror
	@Packaging/check

clean: ## removes everything built
	rm -rf .build Benchmarks/.build Fuzz/.build
