import type { ConsolidatedDto } from '@/lib/shared/consolidation'

const count = (many: number, one: string, more: string) =>
  many ? [`${many} ${many === 1 ? one : more}`] : []

/** "Merged 2 strategies, retired 1." */
export const consolidatedWords = ({ merged, flagged, linked, retired }: Omit<ConsolidatedDto, 'groupId'>) =>
  `Consolidated: ${[
    ...count(merged, 'strategy merged', 'strategies merged'),
    ...count(retired, 'retired', 'retired'),
    ...count(flagged, 'contradiction flagged', 'contradictions flagged'),
    ...count(linked, 'pair linked', 'pairs linked'),
  ].join(', ')}.`
