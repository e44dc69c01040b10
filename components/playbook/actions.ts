'use client'
import * as playbook from '@/app/actions/playbook'
import { safe } from '../ui/call-action'

export const listPlaybook = safe(playbook.listPlaybook)
export const loadPlaybookHistory = safe(playbook.loadPlaybookHistory)
export const addStrategy = safe(playbook.addStrategy)
export const editStrategy = safe(playbook.editStrategy)
export const changeStrategies = safe(playbook.changeStrategies)
export const undoPlaybook = safe(playbook.undoPlaybook)
export const shareStrategies = safe(playbook.shareStrategies)
export const planConsolidation = safe(playbook.planConsolidation)
export const consolidatePlaybook = safe(playbook.consolidatePlaybook)
export const loadConsolidation = safe(playbook.loadConsolidation)
