// The reader of tests in C, in two files: c.cpp has the language, c_library.cpp what functions do.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "specs/litmus/assembly.hpp"

namespace tandem::specs {

class CReader : AssemblyReader {
public:
    CReader(TestReader& reader, std::size_t thread) : AssemblyReader(reader, thread), opencl_(reader.test.language == "OPENCL") {}

    /// From the parameters to the end of the body.
    void function();

private:
    bool sees_type();
    void type();
    void parameters();

    void statement();
    bool sees_assignment();
    void branch();
    void loop();
    void loop_after();
    bool sees_barrier();
    void barrier();
    void keep_control(int change);
    std::string fresh_label();

    Expression expression();
    Expression binary(std::size_t level);
    Expression unary();
    static Expression truth(Expression e) { return Expression::of(Op::not_equal, std::move(e), constant(0)); }

    // ---- accesses ----

    int temporary();
    /// Adds an instruction; its result.
    Expression performed(Instruction i);
    Expression plain_load(Expression address);
    void plain_store(Expression address, Expression value);

    // ---- c_library.cpp ----

    /// A function, whose name was read; its result.
    Expression call(const std::string& name, std::size_t start);
    bool c11(const std::string& name, Expression& result);
    bool kernel(const std::string& name, Expression& result);
    bool kernel_atomic(const std::string& name, Expression& result);
    std::string memory_order();
    /// Of OpenCL: a scope's tag, and those of CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE.
    std::string memory_scope();
    std::vector<std::string> fence_flags();
    /// The order and the scope behind the other arguments; without them SC, for the device.
    std::vector<std::string> order_and_scope(bool is_explicit);
    /// *x or an address: what macros of the kernel are given.
    Expression place();
    void marker(const std::string& tag) { fence({tag}); }

    const bool opencl_;
    std::set<std::string> parameters_;
    int labels_ = 0, temporaries_ = 0;
};

}  // namespace tandem::specs
