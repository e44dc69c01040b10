import { z } from 'zod'
import { idSchema } from '../schemas'
import { nodeId, nodeIdSchema } from './graph'

/** The island of the turns that belong to no topic. */
export const OTHER_TOPIC = 'other'
export const topicNode = (topicId: string | null) => nodeId('topic', topicId ?? OTHER_TOPIC)
export const conversationNode = (conversationId: string) => nodeId('conversation', conversationId)

/** A link between two topics or conversations; with a topic, recalls of its turns alone. */
export const bundleSchema = z.strictObject({
  from: nodeIdSchema,
  to: nodeIdSchema,
  topicId: idSchema.optional(),
})
export type Bundle = z.infer<typeof bundleSchema>
/** A turn and an earlier one that it recalled, with the beginning of that one's message. */
export type BundledRecall = {
  turnId: string
  number: number
  conversationId: string
  found: string
  foundNumber: number
  text: string
}

const AREA = 900
const LEAST = 60
/** The radius of an island in graph units: its area grows with its turns. */
export const islandRadius = (turns: number) => LEAST + Math.sqrt((AREA * turns) / Math.PI)
