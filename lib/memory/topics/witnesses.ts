import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'

/** How many turns say something, and some of them. */
export type Count = { turns: number; witnesses: { id: string; conversationId: string }[] }

/** Counts a turn. Witnesses are of several conversations, so that one of them outlives a conversation. */
export function noted(count: Count, { id, conversationId }: { id: string; conversationId: string }): Count {
  count.turns++
  const { witnesses } = count
  if (witnesses.some((one) => one.id === id)) return count
  const isNew = witnesses.every((one) => one.conversationId !== conversationId)
  if (isNew ? witnesses.length < limits.witnesses : witnesses.length < limits.witnesses / 2)
    witnesses.push({ id, conversationId })
  return count
}
export const none = (): Count => ({ turns: 0, witnesses: [] })
export const idsOf = ({ witnesses }: Count) => witnesses.map(({ id }) => id)
