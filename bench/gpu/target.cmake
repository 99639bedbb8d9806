# Adds the program of bench/gpu to the tree's build, for who asks for it: `cmake -DCMAKE_PROJECT_tandem_INCLUDE=.../bench/gpu/target.cmake` (bench/gpu/build).
cmake_language(EVAL CODE "cmake_language(DEFER CALL include [[${CMAKE_CURRENT_LIST_DIR}/program.cmake]])")
