'use client'
import { usePathname } from 'next/navigation'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { Thinking } from '@/components/chat/composer/controls/thinking-control'
import { toastFailure } from '@/components/ui/toast-failure'
import type { ConversationDto, ProviderDto, SettingDto } from '@/lib/shared/dto'
import { type RecallScope, recallScopeSchema } from '@/lib/shared/schemas'
import type { TagDto } from '@/lib/shared/tags'
import { type TourPlace, tourSchema } from '@/lib/shared/tour'
import type { StorageDto } from '@/lib/shared/transfer/restored'
import { listConversations, listTags, loadProvider, loadSettings, saveSetting } from './actions'
import { type Change, useChangePolling } from './changes'
import { newestFirst, oldestListed, withFirstPage, withoutMoved } from './list/listed-conversations'
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
type Shell = Omit<ShellData, 'settings' | 'rev'> & {
  preferences: Preferences
  setPreferences(change: Partial<Preferences>): void
  thinkingDefault: Thinking
  thinkingOff: boolean
  recallDefault: RecallScope
  hasBudget: boolean
  /** Reloads the defaults after Settings changed them. */
  refreshDefaults(): void
  drawer: boolean
  setDrawer(open: boolean): void
  noteConversation(conversation: ConversationDto): void
  dropConversation(id: string): void
  refreshConversations(): Promise<void>
  moreConversations(): Promise<boolean>
  setProvider(provider: ProviderDto): void
  setHasSample(exists: boolean): void
  tour: TourPlace
  setTour(place: TourPlace): void
  /** Called with changes by background jobs and other tabs. */
  onChanges(listener: (changes: Change[]) => void): () => void
  reachable: boolean
}
const Context = createContext<Shell | null>(null)
export function useShell(): Shell {
  const shell = use(Context)
  if (!shell) throw new Error('useShell needs a ShellProvider above it')
  return shell
}

type Props = { data: ShellData; preferences: Preferences; children: ReactNode }
/** Calls `listener` with changes by background jobs and other tabs. */
export function useChanges(listener: (changes: Change[]) => void) {
  const { onChanges } = useShell()
  const changed = useEffectEvent(listener)
  useEffect(() => onChanges((changes) => changed(changes)), [onChanges])
}

export function ShellProvider({ data, preferences: given, children }: Props) {
  const [conversations, setConversations] = useState(data.conversations)
  const [tags, setTags] = useState(data.tags)
  const [provider, setProvider] = useState(data.provider)
  const [preferences, setAll] = useState(given)
  const [drawer, setDrawer] = useState(false)
  const [hasArchived, setHasArchived] = useState(data.hasArchived)
  const [hasSample, setHasSample] = useState(data.hasSample)
  const [settings, setSettings] = useState(data.settings)
  const listeners = useRef(new Set<(changes: Change[]) => void>())

  const setPreferences = useCallback((change: Partial<Preferences>) => {
    setAll((now) => {
      const next = { ...now, ...change }
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
      document.cookie = writePreferences(next)
      return next
    })
  }, [])
  const noteConversation = useCallback(
    (conversation: ConversationDto) => setConversations((list) => newestFirst([...list, conversation])),
    [],
  )
  const dropConversation = useCallback(
    (id: string) => setConversations((list) => list.filter((entry) => entry.id !== id)),
    [],
  )
  const refreshConversations = useCallback(async () => {
    const [result, all] = await Promise.all([listConversations({}), listTags()])
    if (all.ok) setTags(all.value)
    if (!result.ok) return
    setConversations((list) => withFirstPage(list, result.value))
    if (result.value.length > 0) return
    const archived = await listConversations({ archived: true })
    if (archived.ok) setHasArchived(archived.value.length > 0)
  }, [])
  const oldestShown = oldestListed(conversations)
  const moreConversations = useCallback(async () => {
    const result = oldestShown ? await listConversations({ before: oldestShown }) : null
    if (!result?.ok) return false
    setConversations((list) => newestFirst([...list, ...result.value]))
    return result.value.length > 0
  }, [oldestShown])
  const onChanges = useCallback((listener: (changes: Change[]) => void) => {
    listeners.current.add(listener)
    return () => void listeners.current.delete(listener)
  }, [])
  const setTour = useCallback((value: TourPlace) => {
    const one: SettingDto = { key: 'tour', value, layer: 'user' }
    setSettings((list) => [...list.filter(({ key }) => key !== 'tour'), one])
    void saveSetting({ scope: 'user', key: 'tour', value }).then(
      (result) => result.ok || toastFailure(result.error),
    )
  }, [])
  const refreshDefaults = useCallback(
    () => void loadSettings({}).then((result) => result.ok && setSettings(result.value)),
    [],
  )

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
  const reachable = useChangePolling(data.rev, (changes) => {
    isStale.current ||= changes.some(
      ({ kind, op }) => op === 'del' && (kind === 'turn' || kind === 'conversation'),
    )
    if (changes.some(({ kind }) => kind === 'conversation' || kind === 'list'))
      setConversations((list) => withoutMoved(list, changes))
    if (changes.some(({ kind }) => LISTED.has(kind))) void refreshConversations()
    if (changes.some((change) => change.kind === 'setting')) {
      void loadProvider().then((result) => result.ok && setProvider(result.value))
      refreshDefaults()
    }
    for (const listener of listeners.current) listener(changes)
  })

  const shell: Shell = {
    conversations,
    tags,
    provider,
    signedInAs: data.signedInAs,
    undoMs: data.undoMs,
    storage: data.storage,
    hasArchived,
    hasSample,
    setHasSample,
    tour: tourSchema.safeParse(settings.find(({ key }) => key === 'tour')?.value).data ?? 'off',
    setTour,
    preferences,
    setPreferences,
    thinkingDefault: depthOf(settings),
    thinkingOff: settings.some(
      ({ key, value, layer }) => key === 'thinking.enabled' && value === false && layer === 'environment',
    ),
    recallDefault: reachOf(settings),
    hasBudget: settings.some(({ key, value }) => key.startsWith('budget.') && value !== null),
    refreshDefaults,
    drawer,
    setDrawer,
    noteConversation,
    dropConversation,
    refreshConversations,
    moreConversations,
    setProvider,
    onChanges,
    reachable,
  }
  return <Context value={shell}>{children}</Context>
}

/** Kinds of changes that the list of conversations shows. */
const LISTED = new Set(['conversation', 'turn', 'status', 'list'])

const reachOf = (settings: SettingDto[]) =>
  recallScopeSchema.safeParse(settings.find((setting) => setting.key === 'recall.scope')?.value).data ??
  'owner'

function depthOf(settings: SettingDto[]): Thinking {
  const of = (key: string) => settings.find((setting) => setting.key === key)?.value
  return of('thinking.enabled') === false
    ? 'off'
    : ((of('thinking.preset') as Thinking | undefined) ?? 'auto')
}
