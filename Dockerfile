# The desk in a container: deploy/README.md, "A container", has the commands. No secret is in the image.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# Eleven packages run it, and the image's own Node.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-*

FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json /app/index.html /app/vite.config.ts ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/src src
COPY --from=build /app/public public
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data && chmod 700 /data
VOLUME /data
USER node
ENV HOST=0.0.0.0 PORT=3000 DATABASE_URL=file:/data/desk.db CACHE_DIRECTORY=/data/compiled STATE_DIRECTORY=/data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself hears the signal to end; a tap under way takes up to 30 s: docker run --stop-timeout 45.
STOPSIGNAL SIGTERM
CMD ["node", "src/start.js"]
