'use server'

import { z } from 'zod'
import * as consolidation from '@/lib/services/learning/consolidation'
import * as playbook from '@/lib/services/learning/playbook'
import { playbookHistory } from '@/lib/services/learning/playbook-history'
import * as list from '@/lib/services/learning/playbook-list'
import { sharedStrategies } from '@/lib/services/learning/shared-strategies'
import { consolidationIdSchema } from '@/lib/shared/learning/consolidation'
import {
  editStrategySchema,
  type PlaybookQuery,
  pinStrategySchema,
  playbookHistorySchema,
  playbookQuerySchema,
  type StrategyEdit,
  shareStrategiesSchema,
  strategyIdSchema,
  strategyIdsSchema,
  undoChangeSchema,
  undoGroupSchema,
} from '@/lib/shared/learning/playbook'
import { type StrategyText, strategyTextSchema } from '@/lib/shared/learning/strategies'
import { runAction } from './run-action'

export async function listPlaybook(input: PlaybookQuery) {
  return runAction(playbookQuerySchema, input, list.listPlaybook)
}

export async function loadPlaybookHistory(input: { id: string | null; before: number | null }) {
  return runAction(playbookHistorySchema, input, playbookHistory)
}

export async function addStrategy(input: StrategyText) {
  return runAction(strategyTextSchema, input, playbook.addStrategy)
}

export async function editStrategy(input: { id: string; set: StrategyEdit }) {
  return runAction(editStrategySchema, input, playbook.editStrategy)
}

export async function pinStrategy(input: { id: string; pinned: boolean }) {
  return runAction(pinStrategySchema, input, playbook.pinStrategy)
}

export async function retireStrategy(input: { id: string }) {
  return runAction(strategyIdSchema, input, playbook.retireStrategy)
}

export async function restoreStrategy(input: { id: string }) {
  return runAction(strategyIdSchema, input, playbook.restoreStrategy)
}

export async function approveStrategies(input: { ids: string[] }) {
  return runAction(strategyIdsSchema, input, playbook.approveStrategies)
}

export async function rejectStrategies(input: { ids: string[] }) {
  return runAction(strategyIdsSchema, input, playbook.rejectStrategies)
}

export async function removeStrategy(input: { id: string }) {
  return runAction(strategyIdSchema, input, playbook.removeStrategy)
}

export async function undoPlaybookChange(input: { seq: number }) {
  return runAction(undoChangeSchema, input, playbook.undoChange)
}

export async function undoPlaybookGroup(input: { groupId: string }) {
  return runAction(undoGroupSchema, input, playbook.undoGroup)
}

export async function shareStrategies(input: { domain: string | null }) {
  return runAction(shareStrategiesSchema, input, (who, { domain }) => sharedStrategies(who, domain))
}

export async function planConsolidation() {
  return runAction(z.undefined(), undefined, consolidation.planConsolidation)
}

export async function consolidatePlaybook() {
  return runAction(z.undefined(), undefined, consolidation.startConsolidation)
}

export async function loadConsolidation(input: { id: string }) {
  return runAction(consolidationIdSchema, input, consolidation.consolidationState)
}
