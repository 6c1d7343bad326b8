// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import attributeMain from './attribute-main';
import audioFile from './audio-file';
import augmenterWorkers from './augmenter-workers';
import boxes from './boxes';
import brokenPipe from './broken-pipe';
import busErrorShm from './bus-error-shm';
import collateKeys from './collate-keys';
import collateSize from './collate-size';
import collateType from './collate-type';
import datasetDownload from './dataset-download';
import empty from './empty';
import errorNotRebuilt from './error-not-rebuilt';
import gpuSamples from './gpu-samples';
import hfDataset from './hf-dataset';
import imageFile from './image-file';
import iteratorInChild from './iterator-in-child';
import languageData from './language-data';
import mainGuard from './main-guard';
import medicalImage from './medical-image';
import openFiles from './open-files';
import options from './options';
import pickle from './pickle';
import pinMemoryThread from './pin-memory-thread';
import replaySample from './replay-sample';
import subsetAttribute from './subset-attribute';
import transformInput from './transform-input';
import windowsPagingFile from './windows-paging-file';
import workerException from './worker-exception';
import workerExited from './worker-exited';
import workerKilled from './worker-killed';
import workerSegfault from './worker-segfault';
import workerTerminated from './worker-terminated';
import workerTimeout from './worker-timeout';
import yoloData from './yolo-data';

export const dataloader: readonly IEntry[] = [
  attributeMain,
  audioFile,
  augmenterWorkers,
  boxes,
  brokenPipe,
  busErrorShm,
  collateKeys,
  collateSize,
  collateType,
  datasetDownload,
  empty,
  errorNotRebuilt,
  gpuSamples,
  hfDataset,
  imageFile,
  iteratorInChild,
  languageData,
  mainGuard,
  medicalImage,
  openFiles,
  options,
  pickle,
  pinMemoryThread,
  replaySample,
  subsetAttribute,
  transformInput,
  windowsPagingFile,
  workerException,
  workerExited,
  workerKilled,
  workerSegfault,
  workerTerminated,
  workerTimeout,
  yoloData
];
