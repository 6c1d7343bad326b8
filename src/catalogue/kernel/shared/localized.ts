import type { ISign } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { hasLine } from '../../predicates';
import { isElsewhere } from './death';

/**
 * What shells print for a signal in other languages than English: the words of
 * glibc 2.36 and of bash 5.2 (their catalogues `libc.mo` and `bash.mo`) in
 * Chinese, Japanese, Korean, German, French, Spanish, Portuguese, Italian,
 * Russian and Polish.
 */
const WORDS = {
  SIGSEGV: [
    '段错误|程式記憶體區段錯誤|セグメンテーションフォルト|세그[멘먼]테이션 오류',
    'Speicherzugriffsfehler|Adressierungsfehler|Erreur de segmentation',
    'Violación de segmento|Falha de segmentação|Errore di segmentazione',
    'Ошибка сегмент(?:ирования|ации)|Naruszenie ochrony pamięci'
  ],
  SIGKILL: [
    '已杀死|強制終了|強制結束|죽었음|Getötet|Abgebrochen \\(Killed\\)',
    'Processus arrêté|Tué|Terminado \\(killed\\)|Matado',
    'Morto(?: \\(Killed\\))?|Ucciso|Убито?|Unicestwiony'
  ],
  SIGABRT: [
    '已放弃|已中止|中止|중지됨|Abgebrochen|Abandon|Abortado|Annullato',
    'Аварийный останов|Przerwane'
  ]
} as const;

/**
 * The signs of a shell's line about a signal in another language, alone or
 * after the number of the process: the same words stand in sentences too.
 */
export function localized(signal: keyof typeof WORDS): readonly ISign[] {
  return WORDS[signal].map(words => {
    const pattern = new RegExp(words);
    const line = new RegExp(
      `^(?:.{0,120}[\\s:：]\\d{2,8}\\s{1,9})?(?:${words})(?:\\s{0,3}[(（][^()（）\\n]{1,40}[)）])?(?:\\s{2}|$)`,
      'm'
    );
    return {
      where: 'log',
      fatal: true,
      pattern,
      // The words first: whole streams are searched for their line.
      when: (reading: IReading) =>
        pattern.test(reading.log) &&
        !isElsewhere(reading) &&
        hasLine(reading, line),
      confidence: 'likely'
    };
  });
}
