import type { ConsolidatedDto, ConsolidationProgress } from '@/lib/shared/consolidation'

const count = (many: number, one: string, more: string) =>
  many ? [`${many} ${many === 1 ? one : more}`] : []

/** "Asking the model about pair 2 of 5." */
export const progressWords = (progress: ConsolidationProgress | null) =>
  progress ? `Asking the model about pair ${progress.asked + 1} of ${progress.pairs}.` : 'Consolidating.'

/** "Merged 2 strategies, retired 1." */
export const consolidatedWords = ({ merged, flagged, linked, retired }: Omit<ConsolidatedDto, 'groupId'>) =>
  `Consolidated: ${[
    ...count(merged, 'strategy merged', 'strategies merged'),
    ...count(retired, 'retired', 'retired'),
    ...count(flagged, 'contradiction flagged', 'contradictions flagged'),
    ...count(linked, 'pair linked', 'pairs linked'),
  ].join(', ')}.`
