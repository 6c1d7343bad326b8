# The demo in a container:
#
#     docker build -t torch-triage .
#     docker run --rm -p 8888:8888 torch-triage
#
# Binder takes this file too: it starts `jupyter` itself.
FROM node:22-bookworm-slim

RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o node -g node /home/node/torch-triage

# Not as root, and as Binder wants it: with the number 1000.
USER node
WORKDIR /home/node/torch-triage
COPY --chown=node:node . .
RUN npm run setup && npm cache clean --force && rm -rf ~/.cache/pip

ENV PATH="/home/node/torch-triage/.venv/bin:$PATH" \
    JUPYTER_PREFER_ENV_PATH=1
EXPOSE 8888
CMD ["npm", "start", "--", "--no-browser", "--ip=0.0.0.0"]
