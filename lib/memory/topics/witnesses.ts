import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'

/** How many turns contain something, and examples of them. */
export type Count = { turns: number; witnesses: { id: string; conversationId: string }[] }

/** Counts a turn. Witnesses come from several conversations, so that deleting one leaves others. */
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
