# The solver and the studio, with compiled models, for a user that is not root.
#
#     docker build -t bubbleball .
#     docker run --rm bubbleball solve 2
#     docker run --rm -p 8000:8000 bubbleball studio --host 0.0.0.0 --no-browser
FROM python:3.12-slim AS build
COPY . /source
RUN python -m venv /opt/bubbleball \
    && /opt/bubbleball/bin/pip install --no-cache-dir "/source[web]"

FROM python:3.12-slim
COPY --from=build /opt/bubbleball /opt/bubbleball
RUN useradd --create-home player
USER player
# Compiled once, here, by the user who runs it: numba passes over a folder that it cannot write to.
ENV PATH=/opt/bubbleball/bin:$PATH NUMBA_CACHE_DIR=/home/player/compiled
RUN python -m bubbleball.method.precompile
WORKDIR /home/player
EXPOSE 8000
ENTRYPOINT ["bubbleball"]
CMD ["--help"]
