#include "perfsim/graphs/families.hpp"

namespace tandem::perfsim {

const std::vector<GraphFamily>& graph_families() {
    static const std::vector<GraphFamily> all{
        {"road", "a road network, 1.245 roads a crossing, with lengths: like USA-road-d", 4, road_network},
        {"mesh", "a square mesh: like ecology1", 4, plane_mesh},
        {"circuit", "a mesh of layers with wires along one side each and vias between them: like G3_circuit", 32, circuit_mesh},
        {"small-world", "a ring of 10 neighbours each, a tenth of the edges rewired (Watts and Strogatz): like small-world", 32,
         small_world},
        {"collaboration", "authors who meet in papers, a power law: like cond-mat-2003 and coAuthorsDBLP", 32, collaboration},
        {"protein", "proteins that interact, a power law by duplication: like dip20090126_MAX", 32, protein_interactions},
    };
    return all;
}

}  // namespace tandem::perfsim
