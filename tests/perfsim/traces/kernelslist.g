MemcpyHtoD,0x00007f5800000000,4096
MemcpyHtoD,0x00007f5900000000,65536
kernel-1.traceg
kernel-2-ctx_0x55c28dad19e0.traceg
