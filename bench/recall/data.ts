import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { dataFolder } from '../data'

const conversationSchema = z.object({
  id: z.string(),
  speakers: z.array(z.string()),
  sessions: z.array(z.object({ id: z.string(), at: z.string() })),
  turns: z.array(
    z.object({
      id: z.string(),
      session: z.number(),
      speaker: z.string(),
      text: z.string(),
      caption: z.string().nullish(),
      at: z.string(),
    }),
  ),
  questions: z.array(
    z.object({
      question: z.string(),
      category: z.union([z.string(), z.number()]).transform(String),
      evidence: z.array(z.string()),
    }),
  ),
})
/** A conversation with questions, each with the ids of the messages that answer it. */
export type Conversation = z.infer<typeof conversationSchema>
/** `kept` = the default data, on whose conversations at even positions the settings were tuned. */
export type DataSet = { name: string; file: string; conversations: Conversation[]; kept: boolean }

const DEFAULT = ['recall/locomo-dev.json', 'recall/beam100k-dev.json']
/**
 * Categories that are not recall: LoCoMo's adversarial questions, and BEAM's about summaries or instructions.
 */
const LEFT_OUT = new Set(['5', 'summarization', 'event_ordering', 'instruction_following'])
export const counts = (category: string) => !LEFT_OUT.has(category)

/** @throws Error with a sentence for the user if a named file cannot be read. */
function read(file: string, kept: boolean): DataSet {
  const name = path.basename(file, '.json')
  try {
    return {
      name,
      file,
      kept,
      conversations: z.array(conversationSchema).parse(JSON.parse(readFileSync(file, 'utf8'))),
    }
  } catch (error) {
    throw new Error(`${file} is not recall data: ${(error as Error).message.slice(0, 300)}`)
  }
}

/** The named file, or the available default data. */
export function dataSets(file: string | null): DataSet[] {
  if (file !== null) return [read(file, false)]
  const folder = dataFolder()
  return folder
    ? DEFAULT.map((name) => path.join(folder, name)).flatMap((name) =>
        existsSync(name) ? [read(name, true)] : [],
      )
    : []
}

export const captioned = (turn: Conversation['turns'][number]) =>
  turn.caption ? `${turn.text} ${turn.caption}` : turn.text
