#!/usr/bin/env bash
# Installs what `npm run test:e2e` needs from Debian: a browser, and queue and database of n8n's queue
# mode. Run it as root. The tests start servers of their own.
set -euo pipefail

if [[ -x "$(command -v chromium)" && -x "$(command -v redis-server)" ]] &&
	compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; then
	exit 0
fi
export DEBIAN_FRONTEND=noninteractive
# In this runlevel a package's service is not started when it is installed.
export RUNLEVEL=1
apt-get update -qq
apt-get install -qq --yes --no-install-recommends chromium redis-server postgresql
