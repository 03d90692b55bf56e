# The desk in a container.
#   docker build -t vendor-desk .
#   docker run -d --name desk --restart always --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#     -p 127.0.0.1:3000:3000 -v desk-data:/data -v /etc/vendor-desk/token:/run/secrets/token:ro --env-file desk.env vendor-desk
# desk.env: VENDOR_BASE_URL, VENDOR_TOKEN_FILE=/run/secrets/token (readable by user 1000), WEBHOOK_SECRET, PUBLIC_ORIGIN
# (https: the desk leaves loopback here), TRUST_PROXY (the address of the container's gateway). No secret is in the image.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# Seven packages run it, and the image's own Node.
RUN npm ci --omit=dev --omit=optional

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
ENV HOST=0.0.0.0 PORT=3000 DATABASE_URL=file:/data/desk.db CACHE_DIRECTORY=/data/compiled
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself hears the signal to end; a tap under way takes up to 30 s: docker stop --time 45.
STOPSIGNAL SIGTERM
CMD ["node", "src/start.js"]
