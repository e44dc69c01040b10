import {
  BookOpenCheck,
  ChartNoAxesCombined,
  type LucideIcon,
  MessageSquare,
  NotebookText,
  Search,
  Settings,
  Share2,
} from 'lucide-react'

/** The places of Mneme. `key` follows `g`; `nested` = shown under the place before it. */
export const PLACES: { name: string; href: string; key: string; icon: LucideIcon; nested?: true }[] = [
  { name: 'Chat', href: '/', key: 'c', icon: MessageSquare },
  { name: 'Search', href: '/search', key: 'f', icon: Search },
  { name: 'Memory', href: '/memory', key: 'm', icon: Share2 },
  { name: 'Facts', href: '/facts', key: 'k', icon: NotebookText, nested: true },
  { name: 'Lessons', href: '/playbook', key: 'p', icon: BookOpenCheck },
  { name: 'Usage', href: '/usage', key: 'u', icon: ChartNoAxesCombined },
  { name: 'Settings', href: '/settings', key: 's', icon: Settings },
]

/** Import and export, linked in Settings. */
export const IMPORT_PAGE = '/import'
/** Tokens of other programs. */
export const CONNECTIONS_PAGE = '/settings/connections'
/** Deleted conversations, linked below the list of conversations. */
export const TRASH_PAGE = '/trash'
/** Archived conversations, linked there too. */
export const ARCHIVE_PAGE = '/archived'
/** Where the provider is set. */
export const PROVIDER_SETTINGS = '/settings#provider'

export const isAt = (href: string, pathname: string) =>
  href === '/'
    ? pathname === '/' || pathname.startsWith('/c/')
    : pathname.startsWith(href) || (href === '/settings' && pathname === IMPORT_PAGE)
