import type { ConsolidatedDto, ConsolidationProgress, Worse } from '@/lib/shared/learning/consolidation'

const count = (many: number, one: string, more: string) =>
  many ? [`${many} ${many === 1 ? one : more}`] : []

/** "3 of 12 turns judged a success, 10 of 13 similar turns". */
export const worseWords = ({ used, similar }: Worse) =>
  `${used.succeeded} of ${used.turns} messages judged a success, ${similar.succeeded} of ${similar.turns} similar messages`

/** "Asking the model about pair 2 of 5." */
export const progressWords = (progress: ConsolidationProgress | null) =>
  progress ? `Asking the model about pair ${progress.asked + 1} of ${progress.pairs}.` : 'Consolidating.'

/** "Consolidated: 2 lessons merged, 1 retired." */
export const consolidatedWords = ({
  merged,
  flagged,
  linked,
  retired,
  quarantined,
}: Omit<ConsolidatedDto, 'groupId'>) =>
  `Consolidated: ${[
    ...count(merged, 'lesson merged', 'lessons merged'),
    ...count(retired, 'retired', 'retired'),
    ...count(quarantined, 'set aside', 'set aside'),
    ...count(flagged, 'contradiction flagged', 'contradictions flagged'),
    ...count(linked, 'pair linked', 'pairs linked'),
  ].join(', ')}.`
