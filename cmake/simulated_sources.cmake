# The sources, below ROOT, that the result of a simulation depends on; `watch` is CONFIGURE_DEPENDS in a project, and nothing in a script.
file(GLOB_RECURSE simulated_sources ${watch} RELATIVE ${ROOT}
     ${ROOT}/model/*.?pp ${ROOT}/protocols/*.?pp ${ROOT}/perfsim/*.?pp ${ROOT}/perfsim/*.toml ${ROOT}/apps/*_sim.?pp ${ROOT}/apps/*_config.?pp ${ROOT}/apps/plain.cpp ${ROOT}/apps/sim.cpp)
