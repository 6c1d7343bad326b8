import { ownValue } from '../../../shared/own-value';

/**
 * Names that other libraries (NumPy, Keras, TensorFlow) have for what torch calls
 * otherwise, by the module in which people look for them.
 */
const FOREIGN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  torch: {
    array:
      'x = torch.tensor([1, 2, 3])  # of an array: torch.from_numpy(array)',
    astype: 'x = x.to(torch.float32)',
    cast: 'x = x.to(torch.float32)',
    constant: 'x = torch.tensor([1.0, 2.0])',
    convert_to_tensor: 'x = torch.as_tensor(data)',
    copy: 'y = x.clone()',
    datasets: 'from torchvision import datasets',
    expand_dims: 'x = x.unsqueeze(0)',
    float128: 'x = x.to(torch.float64)',
    identity: 'x = torch.eye(3)',
    models: 'from torchvision import models',
    ndim: 'n = x.ndim',
    newaxis: 'x = x[None]',
    permutation: 'order = torch.randperm(len(x))',
    random_normal: 'x = torch.randn(3, 4)',
    random_uniform: 'x = torch.rand(3, 4)',
    reduce_max: 'y = x.amax(dim=1)',
    reduce_mean: 'y = x.mean(dim=1)',
    reduce_sum: 'y = x.sum(dim=1)',
    shape: 'print(x.shape)',
    shuffle: 'x = x[torch.randperm(len(x))]',
    size: 'print(x.shape, x.numel())',
    train_test_split:
      'train, test = torch.utils.data.random_split(dataset, [0.8, 0.2])  # or sklearn.model_selection.train_test_split',
    transforms: 'from torchvision import transforms',
    uniform: 'x = torch.empty(3, 4).uniform_(-1, 1)'
  },
  'torch.nn': {
    Activation: 'act = nn.ReLU()',
    AveragePooling2D: 'pool = nn.AvgPool2d(2)',
    BatchNormalization: 'norm = nn.BatchNorm2d(channels)',
    BinaryCrossentropy:
      'criterion = nn.BCEWithLogitsLoss()  # of outputs without sigmoid',
    CategoricalCrossentropy:
      'criterion = nn.CrossEntropyLoss()  # of class numbers, outputs without softmax',
    Concatenate: 'x = torch.cat((a, b), dim=1)  # in forward()',
    Conv2DTranspose:
      'up = nn.ConvTranspose2d(in_channels, out_channels, 2, stride=2)',
    Convolution2D: 'conv = nn.Conv2d(in_channels, out_channels, 3)',
    Dense: 'fc = nn.Linear(in_features, out_features)',
    DepthwiseConv2D:
      'conv = nn.Conv2d(channels, channels, 3, padding=1, groups=channels)',
    F: 'import torch.nn.functional as F',
    Functional: 'import torch.nn.functional as F',
    GlobalAveragePooling2D: 'pool = nn.AdaptiveAvgPool2d(1)',
    GlobalAvgPool2d: 'pool = nn.AdaptiveAvgPool2d(1)',
    GlobalMaxPooling2D: 'pool = nn.AdaptiveMaxPool2d(1)',
    LayerNormalization: 'norm = nn.LayerNorm(features)',
    MAELoss: 'criterion = nn.L1Loss()',
    MAE: 'criterion = nn.L1Loss()',
    MSE: 'criterion = nn.MSELoss()',
    MaxPooling2D: 'pool = nn.MaxPool2d(2)',
    MeanAbsoluteError: 'criterion = nn.L1Loss()',
    MeanSquaredError: 'criterion = nn.MSELoss()',
    RMSELoss: 'loss = torch.sqrt(nn.functional.mse_loss(output, y))',
    Reshape: 'x = x.view(x.size(0), -1)  # in forward(); a layer: nn.Unflatten',
    SparseCategoricalCrossentropy: 'criterion = nn.CrossEntropyLoss()',
    Swish: 'act = nn.SiLU()',
    UpSampling2D: 'up = nn.Upsample(scale_factor=2)',
    ZeroPadding2D: 'pad = nn.ZeroPad2d(1)'
  },
  'torchvision.transforms': {
    RandomFlip: 'transforms.RandomHorizontalFlip()',
    RandomNoise:
      'transforms.Lambda(lambda x: x + 0.1 * torch.randn_like(x))  # after ToTensor()',
    Rescale: 'transforms.Resize(256)',
    Standardize: 'transforms.Normalize(mean, std)'
  }
};

/** Today's code for a name of another library; undefined for any other name. */
export function foreignName(module = 'torch', name = ''): string | undefined {
  return ownValue(ownValue(FOREIGN, module) ?? {}, name);
}
