/** For what React remembers: texts that were worked out in the language before are worked out again. */
import { useSyncExternalStore } from 'react';
import { currentLanguage, type Language, onLanguage } from './language';

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, currentLanguage);
}
