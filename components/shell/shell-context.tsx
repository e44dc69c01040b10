'use client'
import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { toastFailure } from '@/components/ui/toast-failure'
import type { ConversationDto, ProviderDto, SettingDto } from '@/lib/shared/dto'
import { recallScopeSchema } from '@/lib/shared/schemas'
import type { TagDto } from '@/lib/shared/tags'
import { type TourPlace, tourSchema } from '@/lib/shared/tour'
import type { StorageDto } from '@/lib/shared/transfer/restored'
import type { Thinking } from '../chat/composer/controls/choice-controls'
import { server } from './actions'
import { type Change, useChangePolling } from './changes'
import { newestFirst, pageEnd, withFirstPage, withoutMoved } from './list/listed-conversations'
import { type Preferences, writePreferences } from './preferences'

export type ShellData = {
  /** Memory's revision before the rest was read. */
  rev: number
  conversations: ConversationDto[]
  tags: TagDto[]
  provider: ProviderDto
  /** The signed-in person; null in local mode. */
  signedInAs: string | null
  /** How long deleting and forgetting can be undone. */
  undoMs: number
  /** Whether there are archived conversations; kept up to date while no other is listed. */
  hasArchived: boolean
  hasSample: boolean
  storage: StorageDto
  settings: SettingDto[]
}
const Context = createContext<ReturnType<typeof useShellState> | null>(null)
export function useShell() {
  const shell = use(Context)
  if (!shell) throw new Error('useShell needs a ShellProvider above it')
  return shell
}

/** Calls `listener` with changes by background jobs and other tabs. */
export function useChanges(listener: (changes: Change[]) => unknown) {
  const { onChanges } = useShell()
  const changed = useEffectEvent(listener)
  useEffect(() => onChanges((changes) => changed(changes)), [onChanges])
}
/** Calls `listener` when something of these kinds changed. */
export const useChangesOf = (kinds: ReadonlySet<string>, listener: () => void) =>
  useChanges((changes) => changes.some(({ kind }) => kinds.has(kind)) && listener())

type Props = { data: ShellData; preferences: Preferences; children: ReactNode }
export const ShellProvider = ({ data, preferences, children }: Props) => (
  <Context value={useShellState(data, preferences)}>{children}</Context>
)

function useShellState(first: ShellData, given: Preferences) {
  const [data, setData] = useState(first)
  const [preferences, setAll] = useState(given)
  const [drawer, setDrawer] = useState(false)
  const listeners = useRef(new Set<(changes: Change[]) => void>())
  const end = useRef(pageEnd(first.conversations))
  const [{ relist, ...acts }] = useState(() => {
    const set = (change: Partial<ShellData>) => setData((now) => ({ ...now, ...change }))
    const relist = (next: (list: ConversationDto[]) => ConversationDto[]) =>
      setData((now) => {
        const conversations = next(now.conversations)
        // It may have come back from the trash, or in another tab.
        const hasSample = now.hasSample || conversations.some(({ sample }) => sample)
        return { ...now, conversations, hasSample }
      })
    return {
      relist,
      setPreferences: (change: Partial<Preferences>) =>
        setAll((now) => {
          const next = { ...now, ...change }
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
          document.cookie = writePreferences(next)
          return next
        }),
      setProvider: (provider: ProviderDto) => set({ provider }),
      setHasSample: (hasSample: boolean) => set({ hasSample }),
      setTour: (value: TourPlace) => {
        const one: SettingDto = { key: 'tour', value, layer: 'user' }
        setData((now) => ({ ...now, settings: [...now.settings.filter(({ key }) => key !== 'tour'), one] }))
        void server
          .saveSetting({ scope: 'user', key: 'tour', value })
          .then((result) => result.ok || toastFailure(result.error))
      },
      refreshDefaults: () =>
        void server.loadSettings({}).then((result) => result.ok && set({ settings: result.value })),
      /** Adds a conversation to the list or updates it. */
      noteConversation: (one: ConversationDto) => relist((list) => newestFirst([...list, one])),
      dropConversation: (id: string) => relist((list) => list.filter((entry) => entry.id !== id)),
      /** Reloads the first page and the tags. */
      refreshConversations: async () => {
        const [result, all] = await Promise.all([server.listConversations({}), server.listTags()])
        if (all.ok) set({ tags: all.value })
        if (!result.ok) return
        end.current = pageEnd(result.value, end.current)
        relist((list) => withFirstPage(list, result.value))
        if (result.value.length > 0) return
        const archived = await server.listConversations({ archived: true })
        if (archived.ok) set({ hasArchived: archived.value.length > 0 })
      },
      onChanges: (listener: (changes: Change[]) => void) => {
        listeners.current.add(listener)
        return () => void listeners.current.delete(listener)
      },
    }
  })
  /** @returns whether there were more. */
  const moreConversations = async () => {
    const before = end.current
    const result = before ? await server.listConversations({ before }) : null
    if (!result?.ok) return false
    end.current = pageEnd(result.value, before)
    relist((list) => newestFirst([...list, ...result.value]))
    return result.value.length > 0
  }

  // Next keeps the pages that Back shows, and what was forgotten in them.
  const [path, isStale] = [usePathname(), useRef(false)]
  const onBack = useEffectEvent(() => {
    if (isStale.current && location.pathname !== path) location.reload()
  })
  useEffect(() => {
    const back = () => onBack()
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const reachable = useChangePolling(first.rev, (changes) => {
    isStale.current ||= changes.some(
      ({ kind, op }) => op === 'del' && (kind === 'turn' || kind === 'conversation'),
    )
    if (changes.some(({ kind }) => kind === 'conversation' || kind === 'list'))
      relist((list) => withoutMoved(list, changes))
    if (changes.some(({ kind }) => LISTED.has(kind))) void acts.refreshConversations()
    if (changes.some((change) => change.kind === 'setting')) {
      void server.loadProvider().then((result) => result.ok && acts.setProvider(result.value))
      acts.refreshDefaults()
    }
    for (const listener of listeners.current) listener(changes)
  })

  const { settings } = data
  const of = (key: string) => settings.find((setting) => setting.key === key)?.value
  const { signedInAs, undoMs, storage } = first
  return {
    ...data,
    ...{ signedInAs, undoMs, storage },
    ...acts,
    moreConversations,
    tour: tourSchema.safeParse(of('tour')).data ?? 'off',
    preferences,
    thinkingDefault:
      of('thinking.enabled') === false ? 'off' : ((of('thinking.preset') ?? 'auto') as Thinking),
    thinkingOff: settings.some(
      ({ key, value, layer }) => key === 'thinking.enabled' && value === false && layer === 'environment',
    ),
    recallDefault: recallScopeSchema.safeParse(of('recall.scope')).data ?? 'owner',
    hasBudget: settings.some(({ key, value }) => key.startsWith('budget.') && value !== null),
    drawer,
    setDrawer,
    reachable,
  }
}

/** Kinds of changes that the list of conversations shows. */
const LISTED = new Set(['conversation', 'turn', 'status', 'list'])
