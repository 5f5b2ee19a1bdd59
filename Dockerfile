# docker build -t flagcensus . && docker run --rm -v "$PWD:/src:ro" flagcensus check
#
# Built where compilers are, and installed from the package into an image that has none. libclang is
# not in it (130 MB of libraries): --build-arg CLANG=1 adds it for projects in C and C++.
FROM debian:bookworm-slim AS build
COPY . /flagcensus
RUN /flagcensus/scripts/bootstrap \
 && cmake -S /flagcensus -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DFLAGCENSUS_TESTS=OFF \
 && cmake --build /build --target deb

FROM debian:bookworm-slim
ARG CLANG=0
RUN --mount=type=bind,from=build,source=/build/package,target=/package \
    apt-get update -qq \
 && if [ "$CLANG" = 1 ]; then recommends=--install-recommends; else recommends=--no-install-recommends; fi \
 && apt-get install -y -qq "$recommends" /package/*.deb \
 && rm -rf /var/lib/apt/lists/* /var/cache/debconf/* /var/log/dpkg.log /var/log/apt
RUN useradd --no-create-home --uid 1000 flagcensus
USER flagcensus
WORKDIR /src
ENTRYPOINT ["flagcensus"]
CMD ["check"]
