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

export const IMPORT_PAGE = '/import'
export const CONNECTIONS_PAGE = '/settings/connections'
export const TRASH_PAGE = '/trash'
export const ARCHIVE_PAGE = '/archived'
export const PROVIDER_SETTINGS = '/settings#provider'

export const isAt = (href: string, pathname: string) =>
  href === '/'
    ? pathname === '/' || pathname.startsWith('/c/')
    : pathname.startsWith(href) || (href === '/settings' && pathname === IMPORT_PAGE)
