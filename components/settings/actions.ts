'use client'
import * as settings from '@/app/actions/settings'
import * as storage from '@/app/actions/storage'
import type { ProviderTestDto, ServiceModelsDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { callAction, safely } from '../ui/call-action'

export type ProviderInput = Parameters<typeof settings.saveProvider>[0]
export const server = safely({ ...settings, ...storage })

/** Asks a service that may be slow. Null when aborted. */
async function ask<T>(what: string, input: unknown, signal: AbortSignal): Promise<Result<T> | null> {
  const result = await callAction<T>(async () => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', body: JSON.stringify(input), signal, headers }
    const response = await fetch(`/api/provider/${what}`, init)
    const body = (await response.json()) as Result<T> | { error: Failure }
    return 'ok' in body ? body : { ok: false, error: body.error }
  })
  return signal.aborted ? null : result
}

export const testProvider = (input: ProviderInput, signal: AbortSignal) =>
  ask<ProviderTestDto[]>('test', input, signal)
export const readModels = (input: Parameters<typeof settings.readModels>[0], signal: AbortSignal) =>
  ask<ServiceModelsDto>('models', input, signal)
