# One image for every process: API (the default), worker, migrate, command line. No secret is in it, and none is needed to build it.
# An exact version; with its digest it is the same image for good: --build-arg NODE_IMAGE=node:24.21.0-trixie-slim@sha256:...
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM $NODE_IMAGE AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY backend backend
COPY frontend frontend
COPY scripts scripts
# The second line keeps what a start compiles: it ends at the settings that are not there.
RUN npm run build \
 && for name in main worker migrate cli; do node "dist/backend/bundle/$name.mjs" >/dev/null 2>&1 || true; done

FROM $NODE_IMAGE AS packages
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
# The Node that the project pins for machines without one is here already. The bill of materials names every package from npm, of all platforms.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/.bin/node \
 && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx >sbom.cdx.json

FROM $NODE_IMAGE
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# Volumes that are empty take over who owns these.
RUN mkdir -p /data /run/tidemark /backups /anchors && chown node:node /data /run/tidemark /backups /anchors \
 && ln -s /app/scripts/tidemark.mjs /usr/local/bin/tidemark
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/sbom.cdx.json ./
COPY --from=build /app/dist dist
COPY package.json ./
COPY scripts/tidemark.mjs scripts/make-secrets.mjs scripts/healthy.mjs scripts/backup-timer.mjs scripts/
COPY scripts/lib/backup-schedule.mjs scripts/lib/
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 CMD ["node", "scripts/healthy.mjs"]
CMD ["node", "--max-semi-space-size=8", "scripts/tidemark.mjs", "api"]
