/**
 * Names of torch 2.13 that older releases lack, by the first release that has
 * them. Read from the wheels of 1.4 to 2.8 on PyPI: what a module defines there.
 */
const BROUGHT: readonly (readonly [string, string])[] = [
  [
    '1.6',
    'absolute acosh asinh atanh bucketize channel_shuffle deg2rad fliplr flipud logaddexp logaddexp2 logcumsumexp nn.Hardswish nn.functional.hardswish nn.init.trunc_normal_ rad2deg vander view_as_complex view_as_real'
  ],
  [
    '1.7',
    'amax amin arccos arccosh arcsin arcsinh arctan arctanh clip complex count_nonzero divide dstack exp2 fix gcd greater greater_equal heaviside hstack hypot i0 isneginf isposinf isreal kaiser_window lcm less less_equal linalg.det linalg.norm logit matrix_exp movedim multiply nanquantile nansum negative nextafter nn.TripletMarginWithDistanceLoss nn.Unflatten nn.functional.silu nn.functional.triplet_margin_with_distance_loss not_equal outer polar quantile sgn signbit subtract vdot vstack'
  ],
  [
    '1.8',
    'broadcast_to column_stack copysign diff float_power fmax fmin igamma igammac inner kron ldexp linalg.cholesky linalg.cond linalg.eigh linalg.eigvalsh linalg.inv linalg.pinv linalg.qr linalg.slogdet linalg.svd linalg.tensorinv linalg.tensorsolve moveaxis msort nanmedian nn.ChannelShuffle nn.GaussianNLLLoss nn.LazyConv1d nn.LazyConv2d nn.LazyConv3d nn.LazyConvTranspose1d nn.LazyConvTranspose2d nn.LazyConvTranspose3d nn.LazyLinear nn.PixelUnshuffle nn.functional.gaussian_nll_loss pixel_unshuffle ravel row_stack sinc swapaxes swapdims tile xlogy'
  ],
  [
    '1.9',
    'dsplit frexp gradient hsplit is_inference_mode_enabled linalg.cholesky_ex linalg.eigvals linalg.householder_product linalg.inv_ex linalg.matrix_norm linalg.matrix_power linalg.multi_dot linalg.svdvals linalg.vector_norm nn.HuberLoss nn.LazyBatchNorm1d nn.LazyBatchNorm2d nn.LazyBatchNorm3d nn.functional.huber_loss nn.functional.mish permute positive segment_reduce special.entr special.erf special.erfc special.erfinv special.exp2 special.expit special.expm1 special.gammaln special.i0e special.logit special.xlog1py take_along_dim vsplit'
  ],
  [
    '1.10',
    'aminmax bitwise_left_shift bitwise_right_shift conj_physical corrcoef cov cumulative_trapezoid histogram linalg.matmul nanmean nn.LazyInstanceNorm1d nn.LazyInstanceNorm2d nn.LazyInstanceNorm3d nn.ReflectionPad3d nn.utils.skip_init optim.NAdam optim.RAdam optim.lr_scheduler.ChainedScheduler optim.lr_scheduler.ConstantLR optim.lr_scheduler.LinearLR optim.lr_scheduler.SequentialLR sparse_csr_tensor special.digamma special.erfcx special.gammainc special.gammaincc special.i0 special.i1 special.i1e special.log1p special.log_softmax special.logsumexp special.multigammaln special.ndtr special.ndtri special.polygamma special.psi special.round special.sinc special.xlogy special.zeta trapezoid'
  ],
  [
    '1.11',
    'adjoint arctan2 argwhere diagonal_scatter linalg.cross linalg.diagonal linalg.lu_factor linalg.lu_factor_ex linalg.matrix_exp linalg.solve_triangular scatter_reduce select_scatter special.softmax'
  ],
  [
    '1.12',
    'histogramdd index_reduce linalg.ldl_factor linalg.ldl_factor_ex linalg.ldl_solve linalg.lu linalg.vander nn.Dropout1d nn.functional.dropout1d sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_csc_tensor special.log_ndtr'
  ],
  ['1.12', 'backends.mps'],
  ['2.0', 'mps'],
  ['2.6', 'accelerator'],
  [
    '1.13',
    'as_strided_scatter concatenate linalg.lu_solve linalg.solve_ex linalg.vecdot optim.lr_scheduler.PolynomialLR unflatten'
  ],
  [
    '2.1',
    'nn.CircularPad1d nn.CircularPad2d nn.CircularPad3d nn.ZeroPad1d nn.ZeroPad3d nonzero_static'
  ],
  ['2.1', 'compiler export'],
  ['2.2', 'distributed.device_mesh'],
  [
    '2.3',
    'amp.GradScaler get_default_device nn.attention nn.attention.bias uint16 uint32 uint64 xpu'
  ],
  [
    '2.4',
    'library.custom_op library.opcheck library.register_autograd library.register_kernel mtia serialization.add_safe_globals serialization.clear_safe_globals serialization.get_safe_globals'
  ],
  ['2.5', 'nn.attention.flex_attention serialization.safe_globals'],
  ['2.7', 'float8_e8m0fnu'],
  ['2.8', 'float4_e2m1fn_x2'],
  ['2.2', 'nn.utils.fuse_linear_bn_eval nn.utils.fuse_linear_bn_weights'],
  ['2.3', 'nn.LPPool3d nn.functional.lp_pool3d'],
  ['2.4', 'nn.functional.rms_norm rms_norm'],
  ['2.5', 'nn.Buffer optim.Adafactor'],
  ['2.6', 'nn.utils.clip_grads_with_norm_ nn.utils.get_total_norm']
];

const SINCE = new Map<string, string>(
  BROUGHT.flatMap(([release, names]) =>
    names.split(' ').map((name): [string, string] => [`torch.${name}`, release])
  )
);

/** The first release that has `name` in `module`; undefined where that is not known. */
export function broughtBy(
  module: string | undefined,
  name: string | undefined
): string | undefined {
  return SINCE.get(`${module ?? 'torch'}.${name ?? ''}`);
}
