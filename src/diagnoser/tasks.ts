import { loadCatalogue } from '../catalogue/families';
import { readQuery, type IQueryReading } from '../diagnosis/lookup';
import { programIncident } from '../incident/program-incident';
import type { IIncident } from '../incident/types';
import { examine } from './examine';
import type { IExamined } from './examined';

/**
 * What may take long, as it reads texts of any kind: done in a worker, so that
 * no text can hold the page. Arguments and results are plain data.
 */
export interface ITasks {
  examine(incident: IIncident): IExamined;
  /** The incident of a program that a cell ran; null where none failed. */
  program(incident: IIncident): IIncident | null;
  query(text: string): IQueryReading;
}

export type TaskName = keyof ITasks;

/** What a task is asked, and what it answers. */
export type Argument<K extends TaskName> = Parameters<ITasks[K]>[0];
export type Result<K extends TaskName> = ReturnType<ITasks[K]>;

/** The tasks with the whole catalogue. */
export async function loadTasks(): Promise<ITasks> {
  const entries = await loadCatalogue();
  return {
    examine: incident =>
      examine(incident, entries, (id, error) =>
        console.error(`torch-triage: the entry ${id} failed.`, error)
      ),
    program: programIncident,
    query: text => readQuery(text, entries)
  };
}
