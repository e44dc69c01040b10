import { nodeId } from './graph'

/** The island of the turns that belong to no topic. */
export const OTHER_TOPIC = 'other'
export const topicNode = (topicId: string | null) => nodeId('topic', topicId ?? OTHER_TOPIC)
export const conversationNode = (conversationId: string) => nodeId('conversation', conversationId)

const AREA = 900
const LEAST = 60
/** The radius of an island in graph units: its area grows with its turns. */
export const islandRadius = (turns: number) => LEAST + Math.sqrt((AREA * turns) / Math.PI)
