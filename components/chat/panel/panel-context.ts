'use client'
import { createContext, use } from 'react'

export type PanelTab = 'memory' | 'workspace' | 'ledger'
export const PanelContext = createContext<(tab: PanelTab, turnId?: string) => void>(() => {})
/** Opens the side panel on a tab for a turn. */
export const useOpenPanel = () => use(PanelContext)
