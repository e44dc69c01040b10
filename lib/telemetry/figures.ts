const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300]

type Counter = { help: string; labels: readonly string[] }
type Histogram = Counter & { buckets: readonly number[]; unit?: 's' }

/** Every figure. Labels have few values: none is text of a person or a model, a name or an id. */
export const FIGURES = {
  mneme_turns_total: { help: 'Turns that ended.', labels: ['depth', 'status'] },
  mneme_turn_duration_seconds: {
    help: 'From the start of a turn to its commit.',
    labels: ['depth'],
    buckets: SECONDS,
    unit: 's',
  },
  mneme_turn_steps: {
    help: 'Model calls of a turn that think or act.',
    labels: ['depth'],
    buckets: [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50],
  },
  mneme_turn_tools: {
    help: 'Tool calls of a turn.',
    labels: ['complexity'],
    buckets: [0, 1, 2, 3, 5, 10, 20, 50],
  },
  mneme_classified_total: { help: 'Classified messages.', labels: ['complexity', 'by'] },
  mneme_step_cap_total: { help: 'Turns that reached the limit of calls with tools.', labels: [] },
  mneme_tool_calls_total: { help: 'Tool calls.', labels: ['tool', 'ok'] },
  mneme_model_calls_total: { help: 'Model calls of turns and jobs.', labels: ['role', 'ok'] },
  mneme_tokens_total: {
    help: 'Tokens of these calls. Cached ones are part of input, reasoning ones part of output.',
    labels: ['role', 'kind'],
  },
  mneme_cost_dollars_total: { help: 'Cost of the calls with a known price.', labels: ['role'] },
  mneme_jobs_total: { help: 'Background jobs that ended, each try.', labels: ['kind', 'ok'] },
  mneme_job_duration_seconds: {
    help: 'Time of one try of a job.',
    labels: ['kind'],
    buckets: SECONDS,
    unit: 's',
  },
} as const satisfies Record<string, Counter | Histogram>

export type FigureName = keyof typeof FIGURES
export type Labels<Name extends FigureName> = Record<(typeof FIGURES)[Name]['labels'][number], string>

/** Upper bounds of a histogram's buckets; null for a counter. */
export const bucketsOf = (figure: Counter | Histogram): number[] | null =>
  'buckets' in figure ? [...figure.buckets] : null
