// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import activationOptions from './activation-options';
import architectureName from './architecture-name';
import autoClass from './auto-class';
import auxiliaryHead from './auxiliary-head';
import batchesTracked from './batches-tracked';
import chatTemplate from './chat-template';
import checkpointKey from './checkpoint-key';
import classNotObject from './class-not-object';
import corruptCheckpoint from './corrupt-checkpoint';
import detectorResults from './detector-results';
import diffusionPipeline from './diffusion-pipeline';
import fastaiBlocks from './fastai-blocks';
import forecastingData from './forecasting-data';
import forwardArguments from './forward-arguments';
import generatePositional from './generate-positional';
import gradScaler from './grad-scaler';
import graphData from './graph-data';
import gymEnvironment from './gym-environment';
import gymStep from './gym-step';
import initByName from './init-by-name';
import layerIndex from './layer-index';
import layerOptions from './layer-options';
import lightningArguments from './lightning-arguments';
import lightningHooks from './lightning-hooks';
import lightningLog from './lightning-log';
import loadNoFile from './load-no-file';
import loggedValue from './logged-value';
import lossOptions from './loss-options';
import mapLocation from './map-location';
import modelAsStateDict from './model-as-state-dict';
import moduleSetup from './module-setup';
import monitoredMetric from './monitored-metric';
import noAttribute from './no-attribute';
import noLoss from './no-loss';
import notAList from './not-a-list';
import notLoaded from './not-loaded';
import optimizerParameters from './optimizer-parameters';
import optimizerState from './optimizer-state';
import otherArchitecture from './other-architecture';
import padToken from './pad-token';
import pathNotLoaded from './path-not-loaded';
import peftTargets from './peft-targets';
import pretrained from './pretrained';
import pretrainedCode from './pretrained-code';
import quantized from './quantized';
import saveFailed from './save-failed';
import savedDetector from './saved-detector';
import schedulerOrder from './scheduler-order';
import scoreInput from './score-input';
import stateDictAsModel from './state-dict-as-model';
import stateDictMissing from './state-dict-missing';
import stateDictPrefix from './state-dict-prefix';
import stateDictSize from './state-dict-size';
import stateDictUnexpected from './state-dict-unexpected';
import tokenizerFile from './tokenizer-file';
import tokenizerText from './tokenizer-text';
import trainerArguments from './trainer-arguments';
import trainerColumns from './trainer-columns';
import transformersInputs from './transformers-inputs';
import uninitializedParameter from './uninitialized-parameter';
import unpickleClass from './unpickle-class';
import unpicklePath from './unpickle-path';
import vocabDefault from './vocab-default';
import weightsOnly from './weights-only';
import wholeCheckpoint from './whole-checkpoint';

export const model: readonly IEntry[] = [
  activationOptions,
  architectureName,
  autoClass,
  auxiliaryHead,
  batchesTracked,
  chatTemplate,
  checkpointKey,
  classNotObject,
  corruptCheckpoint,
  detectorResults,
  diffusionPipeline,
  fastaiBlocks,
  forecastingData,
  forwardArguments,
  generatePositional,
  gradScaler,
  graphData,
  gymEnvironment,
  gymStep,
  initByName,
  layerIndex,
  layerOptions,
  lightningArguments,
  lightningHooks,
  lightningLog,
  loadNoFile,
  loggedValue,
  lossOptions,
  mapLocation,
  modelAsStateDict,
  moduleSetup,
  monitoredMetric,
  noAttribute,
  noLoss,
  notAList,
  notLoaded,
  optimizerParameters,
  optimizerState,
  otherArchitecture,
  padToken,
  pathNotLoaded,
  peftTargets,
  pretrained,
  pretrainedCode,
  quantized,
  saveFailed,
  savedDetector,
  schedulerOrder,
  scoreInput,
  stateDictAsModel,
  stateDictMissing,
  stateDictPrefix,
  stateDictSize,
  stateDictUnexpected,
  tokenizerFile,
  tokenizerText,
  trainerArguments,
  trainerColumns,
  transformersInputs,
  uninitializedParameter,
  unpickleClass,
  unpicklePath,
  vocabDefault,
  weightsOnly,
  wholeCheckpoint
];
