#include "smt/prove/objects.hpp"

#include <array>

#include "model/print.hpp"

namespace tandem::smt {

namespace {

model::Sort sort_of(const ValueType& type) {
    constexpr std::array sorts{model::Sort::core, model::Sort::thread, model::Sort::address, model::Sort::value};
    constexpr std::array names{"core", "thread", "address", "value"};
    for (std::size_t i = 0; i < sorts.size(); ++i)
        if (type.name == names[i]) return sorts[i];
    return model::Sort::value;
}

class Walk {
public:
    LayoutPlaces places;

    void visit(const Layout& layout, const std::string& path, const std::string& pattern, const std::string& member, int object) {
        using Kind = Layout::Kind;
        switch (layout.kind) {
            case Kind::leaf: add_field(path, pattern, member, LeafRole::field, object); break;
            case Kind::record:
                for (std::size_t i = 0; i < layout.parts.size(); ++i)
                    visit(layout.parts[i], joined(path, layout.members[i]), joined(pattern, layout.members[i]), layout.members[i],
                          object);
                break;
            case Kind::maybe:
                add_field(path + ".present", pattern + ".present", member + ".present", LeafRole::field, object);
                visit(layout.parts[0], path, pattern, member, object);
                break;
            case Kind::array:
                for (int i = 0; i < layout.type->cardinality; ++i)
                    visit(layout.parts[0], element(path, layout, i), any(pattern, layout), member,
                          add_object(element(path, layout, i), any(pattern, layout), object, &layout, i));
                break;
            case Kind::table:
            case Kind::set:
                for (int i = 0; i < layout.type->cardinality; ++i) {
                    const std::string name = element(path, layout, i);
                    const int part = add_object(name, any(pattern, layout), object, &layout, i);
                    const int flag = add_leaf(name + ".present", any(pattern, layout) + ".present", member + ".present",
                                              LeafRole::present, part);
                    of(part).present.push_back({Relation::equal, flag, -1, 1});
                    if (layout.kind == Kind::table) visit(layout.parts[0], name, any(pattern, layout), member, part);
                }
                break;
            case Kind::fifo: {
                const int size = add_field(path + ".size", pattern + ".size", member + ".size", LeafRole::size, object);
                for (int i = 0; i < layout.capacity; ++i) {
                    const std::string place = "[" + std::to_string(i) + "]";
                    const int part = add_object(path + place, pattern + place, object, nullptr, i);
                    of(part).present.push_back({Relation::less, -1, size, i});
                    visit(layout.parts[0], path + place, pattern + place, member, part);
                }
                break;
            }
        }
    }

    int add_object(const std::string& name, const std::string& pattern, int parent, const Layout* container, int i) {
        StateObject object{name, pattern, parent};
        if (parent >= 0) {
            object.at = of(parent).at;
            object.present = of(parent).present;
        }
        if (container) object.at[static_cast<std::size_t>(sort_of(*container->type))] = i;
        places.objects.push_back(std::move(object));
        return static_cast<int>(places.objects.size()) - 1;
    }

private:
    static std::string joined(const std::string& path, const std::string& member) {
        return path.empty() ? member : path + "." + member;
    }
    static std::string element(const std::string& path, const Layout& layout, int i) {
        return path + "." + model::name_text(sort_of(*layout.type), i);
    }
    static std::string any(const std::string& pattern, const Layout& container) { return pattern + ".*" + container.type->name; }
    StateObject& of(int object) { return places.objects[static_cast<std::size_t>(object)]; }
    int add_leaf(const std::string& name, const std::string& pattern, const std::string& member, LeafRole role, int object) {
        places.leaves.push_back({name, pattern, member, role, object});
        return static_cast<int>(places.leaves.size()) - 1;
    }
    int add_field(const std::string& name, const std::string& pattern, const std::string& member, LeafRole role, int object) {
        const int leaf = add_leaf(name, pattern, member, role, object);
        of(object).fields.push_back(leaf);
        return leaf;
    }
};

void shift(StateObject& object, int first_variable, int first_object) {
    if (object.parent >= 0) object.parent += first_object;
    for (int& field : object.fields) field += first_variable;
    for (Literal& l : object.present) {
        if (l.a >= 0) l.a += first_variable;
        if (l.b >= 0) l.b += first_variable;
    }
}

}  // namespace

LayoutPlaces places_of(const Layout& layout) {
    Walk walk;
    walk.visit(layout, "", "", "", walk.add_object("", "", -1, nullptr, 0));
    return std::move(walk.places);
}

std::vector<StateObject> objects_of(const Problem& problem) {
    std::vector<StateObject> all;
    for (std::size_t s = 0; s < problem.segments.size(); ++s) {
        const Segment& segment = problem.segments[s];
        const LayoutPlaces places = places_of(segment.layout);
        const bool channel = segment.kind == Segment::Kind::channel;
        for (int place = 0; place < segment.places; ++place) {
            const std::string index = channel ? "[" + std::to_string(place) + "]" : "";
            const int first_object = static_cast<int>(all.size());
            for (StateObject object : places.objects) {
                shift(object, segment.first + (channel ? 1 + place * segment.leaves : 0), first_object);
                object.segment = static_cast<int>(s);
                object.name = segment.name + index + (object.name.empty() ? "" : ".") + object.name;
                object.pattern = segment.pattern + index + "." + object.pattern;
                if (int& core = object.at[static_cast<std::size_t>(model::Sort::core)]; core == no_coordinate)
                    core = segment.core;
                if (channel) object.present.push_back({Relation::less, -1, segment.first, place});
                all.push_back(std::move(object));
            }
        }
    }
    for (const DefinedVariable& d : problem.defined) {
        if (d.segment < 0) continue;
        const std::string& name = problem.variables[static_cast<std::size_t>(d.variable)].name;
        StateObject object{name, name, -1, d.segment};
        object.at = d.at;
        object.present = {{Relation::equal, d.variable, -1, 1}};
        all.push_back(std::move(object));
    }
    return all;
}

}  // namespace tandem::smt
