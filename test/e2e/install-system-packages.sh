#!/usr/bin/env bash
# Installs what `npm run test:e2e` needs from the system, from Debian's packages:
#   chromium       the browser that fills in the credential form and runs a workflow in the editor
#   redis-server   the queue of n8n's queue mode
#   postgresql     the database of n8n's queue mode
# Run it as root. Does nothing when all are there. The services that the packages bring are not started:
# the tests start servers of their own, on free loopback ports and in a temporary folder.
set -euo pipefail

missing=()
[[ -x "$(command -v chromium)" ]] || missing+=(chromium)
[[ -x "$(command -v redis-server)" ]] || missing+=(redis-server)
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)

if ((${#missing[@]} == 0)); then
	echo 'chromium, redis-server and postgresql are installed.'
	exit 0
fi

echo "Installing with apt-get: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
# In this runlevel a package's service is not started when it is installed.
export RUNLEVEL=1
apt-get update -qq
apt-get install -qq --yes --no-install-recommends "${missing[@]}"
