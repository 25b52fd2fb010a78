#!/bin/sh
# A rolling upgrade of the composed product: new API processes answer before the old ones end. Run it where docker-compose.yml is, once the new version is checked out:
#   sh deploy/roll.sh
# It stops at the first step that fails; the old processes go on then. Migrations work while the version before still runs.
set -eu

old=$(docker compose ps --quiet api)
count=$(printf '%s\n' "$old" | grep -c . || true)
[ "$count" -gt 0 ] || {
  echo "No API runs: docker compose up --detach --wait" >&2
  exit 1
}

docker compose build
docker compose run --rm migrate
# Twice as many: the old ones are left as they are. --wait: the new ones are ready.
docker compose up --detach --wait --no-deps --no-recreate --scale "api=$((count * 2))" api
# One after the other; each says at /health/ready that it ends, and the proxy passes it over.
for container in $old; do
  docker stop "$container"
  docker rm "$container"
done
docker compose up --detach --wait --no-deps --scale "api=$count" api worker backup web
echo "Upgraded: $count API processes of the new version"
