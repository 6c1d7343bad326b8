/** Modules that stand elsewhere today, or never stood where they are looked for. */

interface IMove {
  readonly module: RegExp;
  /** What one writes today, where code of one's own asks for it. */
  readonly today: string;
  /** What to install for that, where it is another package. */
  readonly install?: string;
}

const MOVES: readonly IMove[] = [
  {
    module: /^TTS\.[Tt]rainer\b/,
    today: 'from trainer import Trainer, TrainerArgs',
    install: 'coqui-tts-trainer'
  },
  {
    module: /^torch\.inference$/,
    today: 'with torch.inference_mode():'
  },
  {
    module: /^moviepy\.editor$/,
    today: 'from moviepy import VideoFileClip'
  },
  {
    module: /^speechbrain\.pretrained\b/,
    today: 'from speechbrain.inference import EncoderClassifier'
  },
  {
    module: /^langchain\.(?:llms|embeddings|vectorstores|document_loaders)\b/,
    today: 'from langchain_community.vectorstores import FAISS',
    install: 'langchain-community'
  },
  {
    module: /^langchain\.text_splitter$/,
    today:
      'from langchain_text_splitters import RecursiveCharacterTextSplitter',
    install: 'langchain-text-splitters'
  },
  {
    module: /^langchain\.(?:chains|memory|retrievers)\b/,
    today: 'from langchain_classic.chains import RetrievalQA',
    install: 'langchain-classic'
  },
  {
    module: /^langchain\.(?:prompts|schema|callbacks)\b/,
    today: 'from langchain_core.prompts import PromptTemplate',
    install: 'langchain-core'
  },
  {
    module: /^llama_index\.llms\.huggingface$/,
    today: 'from llama_index.llms.huggingface import HuggingFaceLLM',
    install: 'llama-index-llms-huggingface'
  },
  {
    module: /^llama_index\.embeddings\.huggingface$/,
    today:
      'from llama_index.embeddings.huggingface import HuggingFaceEmbedding',
    install: 'llama-index-embeddings-huggingface'
  }
];

/** What became of a module; undefined where nothing is known of it. */
export function moveOf(module: string): IMove | undefined {
  return MOVES.find(({ module: moved }) => moved.test(module));
}

/** A module that an old release of another package asks for. */
interface IAsked {
  readonly module: RegExp;
  /** The package whose old releases ask for it. */
  readonly asker: string;
  /** The release of it that does not. */
  readonly newer: string;
  /** The last release of the asked package that has it, as pip takes it. */
  readonly older: string;
}

/** Read from the wheels of numba 0.48 to 0.50. */
export const ASKED: readonly IAsked[] = [
  {
    module: /^numba\.decorators$/,
    asker: 'librosa',
    newer: 'librosa>=0.8,<0.10',
    older: 'numba<0.50'
  }
];

/** Which package's old release asks for a module; undefined where that is open. */
export function askedOf(module: string): IAsked | undefined {
  return ASKED.find(({ module: asked }) => asked.test(module));
}
