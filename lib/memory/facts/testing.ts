import type { Statement } from '@/lib/db/facts/statements'

/** A statement of a day in May 2026. */
export const aStatement = (
  day: number,
  subject: string,
  predicate: string,
  object: string,
  given: Partial<Statement> = {},
): Statement => ({
  id: `fact_${day}`,
  subjectId: `ent_${subject}`,
  ...{ subject, predicate, object },
  confidence: 0.9,
  from: new Date(Date.UTC(2026, 4, day)),
  at: new Date(Date.UTC(2026, 4, day)),
  written: null,
  origin: 'patterns',
  status: 'active',
  pinned: false,
  quote: null,
  said: { turnId: `turn_${day}`, number: day, conversationId: 'c', branchId: 'b', title: 'A chat' },
  ...given,
})
