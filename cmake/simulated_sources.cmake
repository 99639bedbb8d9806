# The sources, below ROOT, that the result of a simulation depends on; `watch` is CONFIGURE_DEPENDS in a project, and nothing in a script.
file(GLOB_RECURSE simulated_sources ${watch} RELATIVE ${ROOT}
     ${ROOT}/model/*.?pp ${ROOT}/protocols/*.?pp ${ROOT}/perfsim/*.?pp ${ROOT}/perfsim/*.toml ${ROOT}/engines/simulation_binding.hpp ${ROOT}/engines/configuration.hpp ${ROOT}/apps/sim/sim.cpp)
