# The headers, below ROOT, that a module is compiled with; `watch` is CONFIGURE_DEPENDS in a project, and nothing in a script.
foreach(folder IN ITEMS model specs protocols checker smt exports perfsim engines)
  file(GLOB_RECURSE headers ${watch} RELATIVE ${ROOT} ${ROOT}/${folder}/*.hpp)
  list(APPEND installed_headers ${headers})
endforeach()
