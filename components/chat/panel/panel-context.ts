'use client'
import { createContext, use } from 'react'

export type PanelTab = 'memory' | 'workspace' | 'ledger'
export const PanelContext = createContext<(tab: PanelTab, turnId?: string) => void>(() => {})
export const useOpenPanel = () => use(PanelContext)
