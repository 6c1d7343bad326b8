/**
 * Errors of the CUDA runtime that no other entry knows, by what they mean for
 * the user: the ends of the names in `driver_types.h`, and the words of
 * `cudaGetErrorString`. Source: libcudart 11.8, 12.9 and 13.5, asked for every
 * number.
 */
export const ERRORS = {
  /** A kernel ended badly on the GPU, and the context with it. */
  lost: {
    HardwareStackError: 'hardware stack error',
    InvalidAddressSpace:
      'operation not supported on global/shared address space',
    InvalidPc: 'invalid program counter',
    TensorMemoryLeak: 'tensor memory not completely freed',
    ExternalDevice:
      'an async error has occured in external entity outside of CUDA'
  },
  /** There is no context to work in. */
  context: {
    CudartUnloading: 'driver shutting down',
    IncompatibleDriverContext: 'incompatible driver context',
    ContextIsDestroyed: 'context is destroyed',
    StreamDetached:
      'API call not permitted since the green context associated with the stream has been destroyed'
  },
  /** Mostly a thread in which no context is current, says driver_types.h. */
  unbound: {
    DeviceUninitialized: 'invalid device context'
  },
  /** One GPU reaches into the memory of another. */
  peer: {
    PeerAccessUnsupported:
      'peer access is not supported between these two devices',
    PeerAccessAlreadyEnabled: 'peer access is already enabled',
    PeerAccessNotEnabled: 'peer access has not been enabled',
    TooManyPeers: 'peer mapping resources exhausted'
  },
  /** A kernel cannot be started in this way. */
  launch: {
    MissingConfiguration: '__global__ function call is not configured',
    LaunchMaxDepthExceeded:
      'launch would exceed maximum depth of nested launches',
    LaunchFileScopedTex:
      'launch failed because kernel uses unsupported, file-scoped textures (texture objects are supported)',
    LaunchFileScopedSurf:
      'launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are supported)',
    SyncDepthExceeded:
      "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth",
    LaunchPendingCountExceeded:
      'launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount',
    LaunchIncompatibleTexturing: 'launch uses incompatible texturing mode',
    UnsupportedDevSideSync:
      'the provided PTX contains unsupported call to cudaDeviceSynchronize',
    CdpNotSupported:
      'is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it',
    CdpVersionMismatch:
      'unsupported interaction between different versions of CUDA Dynamic Parallelism',
    InvalidClusterSize:
      'a kernel launch error has occurred due to cluster misconfiguration',
    FunctionNotLoaded:
      'the function handle is not loaded when calling an API that requires a loaded function',
    SynchronizationError: 'incorrect use of __syncthreads()',
    MixedDeviceExecution:
      'device emulation mode and device execution mode cannot be mixed'
  },
  /** A CUDA graph was recorded wrongly. */
  capture: {
    StreamCaptureMerge:
      'operation would result in a merge of separate capture sequences',
    StreamCaptureUnmatched:
      'capture was not ended in the same stream as it began',
    StreamCaptureUnjoined: 'capturing stream has unjoined work',
    StreamCaptureIsolation:
      'dependency created on uncaptured work in another stream',
    StreamCaptureImplicit:
      'operation would make the legacy stream depend on a capturing blocking stream',
    CapturedEvent:
      'operation not permitted on an event last recorded in a capturing stream',
    StreamCaptureWrongThread:
      'attempt to terminate a thread-local capture sequence from another thread',
    GraphExecUpdateFailure:
      'the graph update was not performed because it included changes which violated constraints specific to instantiated graph update',
    GraphRecaptureFailure:
      'recapturing to the source graph failed and had to be terminated'
  },
  /** A pointer, a copy or a mapping is wrong. */
  memory: {
    InvalidPitchValue: 'invalid pitch argument',
    InvalidSymbol: 'invalid device symbol',
    InvalidHostPointer: 'invalid host pointer',
    InvalidDevicePointer: 'invalid device pointer',
    InvalidMemcpyDirection: 'invalid copy direction for memcpy',
    AddressOfConstant: 'invalid address of constant',
    MemoryValueTooLarge:
      'memory size or pointer value too large to fit in 32 bit',
    MapBufferObjectFailed: 'mapping of buffer object failed',
    UnmapBufferObjectFailed: 'unmapping of buffer object failed',
    ArrayIsMapped: 'array is mapped',
    AlreadyMapped: 'resource already mapped',
    AlreadyAcquired: 'resource already acquired',
    NotMapped: 'resource not mapped',
    NotMappedAsArray: 'resource not mapped as array',
    NotMappedAsPointer: 'resource not mapped as pointer',
    HostMemoryAlreadyRegistered:
      'part or all of the requested memory range is already mapped',
    HostMemoryNotRegistered:
      'pointer does not correspond to a registered memory region'
  },
  /** The driver, a library or a service is not there or does not fit. */
  setup: {
    DeviceNotLicensed: "device doesn't have valid Grid license",
    SoftwareValidityNotEstablished: 'integrity checks failed',
    StartupFailure: 'startup failure in cuda runtime',
    DeviceAlreadyInUse:
      'exclusive-thread device already in use by a different thread',
    InvalidGraphicsContext: 'invalid OpenGL or DirectX context',
    JitCompilerNotFound: 'PTX JIT compiler library not found',
    JitCompilationDisabled: 'PTX JIT compilation was disabled',
    FileNotFound: 'file not found',
    SharedObjectSymbolNotFound: 'shared object symbol not found',
    SharedObjectInitFailed: 'shared object initialization failed',
    MpsRpcFailure:
      'the remote procedural call between the MPS server and the MPS client failed',
    MpsMaxClientsReached:
      'the hardware resources required to create MPS client have been exhausted',
    MpsMaxConnectionsReached:
      'the hardware resources required to support device connections have been exhausted',
    VersionTranslation:
      'Driver is newer than runtime and returned parameters the runtime cannot process',
    InsufficientLoaderVersion: 'Loader version is insufficient for fatbin',
    FabricNotReady:
      'GPU fabric is not ready within the probe wait budget; application may retry (see CUDA_FABRIC_INIT_TIMEOUT_MS)'
  },
  /** This GPU, driver or system cannot do it. */
  unsupported: {
    NotYetImplemented: 'feature not yet implemented',
    UnsupportedLimit: 'limit is not supported on this architecture',
    UnsupportedExecAffinity: 'the provided execution affinity is not supported',
    NotPermitted: 'operation not permitted',
    NotSupported: 'operation not supported'
  },
  /** A function of CUDA was called wrongly or at the wrong time. */
  call: {
    ProfilerDisabled: 'profiler disabled while using external profiling tool',
    ProfilerNotInitialized:
      'profiler not initialized: call cudaProfilerInitialize()',
    ProfilerAlreadyStarted: 'profiler already started',
    ProfilerAlreadyStopped: 'profiler already stopped',
    InvalidTexture: 'invalid texture reference',
    InvalidTextureBinding: 'texture is not bound to a pointer',
    InvalidChannelDescriptor: 'invalid channel descriptor',
    TextureFetchFailed: 'fetch from texture failed',
    TextureNotBound: 'cannot fetch from a texture that is not bound',
    InvalidFilterSetting: 'linear filtering not supported for non-float type',
    InvalidNormSetting: 'read as normalized float not supported',
    InvalidSurface: 'invalid surface reference',
    DuplicateVariableName: 'duplicate global variable looked up by string name',
    DuplicateTextureName: 'duplicate texture looked up by string name',
    DuplicateSurfaceName: 'duplicate surface looked up by string name',
    IllegalState: 'the operation cannot be performed in the present state',
    LossyQuery: 'attempted introspection would be semantically lossy',
    NotReady: 'device not ready',
    SetOnActiveProcess: 'cannot set while device is active in this process',
    Timeout: 'wait operation timed out',
    InvalidResourceType:
      'one or more resources passed in are not valid resource types for the operation',
    InvalidResourceConfiguration:
      'one or more resources are insufficient or non-applicable for the operation'
  }
} as const;

export type Kind = keyof typeof ERRORS;
