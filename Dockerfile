# One image for every process: API (the default), worker, migrate, command line. No secret is in it, and none is needed to build it.

FROM node:24-trixie-slim AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY backend backend
COPY frontend frontend
COPY scripts scripts
# The second line keeps what a start compiles: it ends at the settings that are not there.
RUN npm run build \
 && for name in main worker migrate cli; do node "dist/backend/bundle/$name.mjs" >/dev/null 2>&1 || true; done

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
# The Node that the project pins for machines without one is here already.
RUN npm ci --ignore-scripts --omit=dev && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/.bin/node

FROM node:24-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir -p /data /run/tidemark && chown node:node /data /run/tidemark
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY scripts/make-secrets.mjs scripts/healthy.mjs scripts/
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 CMD ["node", "scripts/healthy.mjs"]
CMD ["node", "--max-semi-space-size=8", "dist/backend/bundle/main.mjs"]
