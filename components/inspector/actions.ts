'use client'
import * as inspector from '@/app/actions/inspector'
import { callAction, safe } from '../ui/call-action'

export const loadInspector = (turnId: string) => callAction(() => inspector.loadInspector({ turnId }))
export const correctDepth = safe(inspector.correctDepth)
export const loadTurnChanges = (turnId: string) => callAction(() => inspector.loadTurnChanges({ turnId }))
export const loadTrajectory = (turnId: string) => callAction(() => inspector.loadTrajectory({ turnId }))
export const loadTurnResult = (turnId: string) => callAction(() => inspector.loadTurnResult({ turnId }))
