import { renderToStaticMarkup } from 'react-dom/server'
import { expect } from 'vitest'
import type { Service } from '@/lib/services/caller'
import {
  type Action,
  loadActions,
  loadPages,
  loadRoutes,
  type Page,
  type Route,
  requestRoute,
} from './testing-entry-points'
import { fresh, type Ids, IMPORTED_AT, REQUESTS, SAMPLES } from './testing-samples'
import { Unavailable } from './unavailable'

/** The messages for storage failures. An action that needs no storage may succeed. */
const WORDS =
  /The disk is full|is read-only|has locked the database|database server cannot be reached|could not be (?:opened|kept)/
const WITHOUT_MODEL = /There is no language model/
/** Ways a page may end without failure. */
const isNavigation = (error: unknown) => String((error as { digest?: unknown }).digest).startsWith('NEXT_')

export type Entry = {
  actions: Map<string, Action>
  routes: Map<string, Route>
  pages: Map<string, Page>
}
export const loadEntry = async (): Promise<Entry> => ({
  actions: await loadActions(),
  routes: await loadRoutes(),
  pages: await loadPages(),
})

/** A settled turn with a file; all other ids do not exist. */
export async function someIds(entry: Entry, running: Service): Promise<Ids> {
  const ids = { conversationId: fresh(), turnId: fresh() }
  const text = 'write "the secret plan" to secret.md'
  const started = (await entry.actions.get('startTurn')?.({ ...ids, clientMessageId: fresh(), text })) as {
    value: { stream: ReadableStream }
  }
  await started.value.stream.cancel()
  await running.runner.settled(ids.turnId)
  await running.db.turn.updateMany({ data: { importedAt: new Date(IMPORTED_AT), status: 'stopped' } })
  const touch = await running.db.fileTouch.findFirstOrThrow({ where: { turnId: ids.turnId } })
  return {
    ...ids,
    queuedId: 'q',
    trashId: 'x',
    uploadId: 'u',
    hash: touch.toHash ?? '',
    nodeId: ids.turnId,
    stepId: '',
    factId: 'fact_none',
    strategyId: 'strategy_none',
    groupId: 'group_none',
    jobId: 'job_none',
    tokenId: 'token_none',
    serverId: 'server_none',
  }
}

export type Answers = { failed: Map<string, string>; wrong: string[] }

/** Calls every action, route and page. `wrong` = failures that did not mention the storage. */
export async function askEverything(entry: Entry, ids: Ids): Promise<Answers> {
  const failed = new Map<string, string>()
  const wrong: string[] = []
  const judge = (name: string, words: string, hint: unknown) => {
    failed.set(name, words)
    if (!(WORDS.test(words) && hint) && !WITHOUT_MODEL.test(words)) wrong.push(`${name}: ${words}`)
  }
  for (const [name, action] of entry.actions) {
    const result = await action(SAMPLES[name]?.(ids))
    if (result.ok || OF_INPUT.has(result.error?.code ?? '')) continue
    judge(name, result.error?.message ?? '', result.error?.hint)
  }
  for (const name of Object.keys(REQUESTS)) {
    const { body } = await requestRoute(entry.routes, name, ids)
    const error = errorIn(body)
    if (error && !OF_INPUT.has(error.code)) judge(name, error.message, error.hint)
  }
  for (const [name, page] of entry.pages) {
    const props = {
      params: Promise.resolve({ id: ids.conversationId, turnId: ids.turnId }),
      searchParams: Promise.resolve({}),
    }
    try {
      const shown = (await page(props)) as { type?: unknown } | undefined
      if (shown?.type === Unavailable) judge(`page ${name}`, renderToStaticMarkup(shown as never), true)
    } catch (error) {
      if (!isNavigation(error)) wrong.push(`page ${name}: ${String(error).slice(0, 300)}`)
    }
  }
  expect(entry.actions.size).toBeGreaterThan(40)
  expect(entry.pages.size).toBeGreaterThan(7)
  return { failed, wrong }
}
/** Failures unrelated to storage: the same ids are used repeatedly. `invalid_api_key` = `unauthorised` in OpenAI's words. */
const OF_INPUT = new Set([
  ...['not_found', 'conflict', 'invalid', 'provider_unreachable'],
  ...['unauthorised', 'invalid_api_key'],
])

function errorIn(body: string): { code: string; message: string; hint?: string } | null {
  const last = body.trim().split('\n').at(-1) ?? ''
  try {
    return (JSON.parse(last) as { error?: { code: string; message: string; hint?: string } }).error ?? null
  } catch {
    return null
  }
}
