/** The first page: what the lab is, and where to go from here. */

import { saveAs } from '../../base/save';
import { FULL_MERGE } from '../../model/full-merge';
import { HomeView, type HomeViewProps } from './View';

export type HomeProps = Omit<HomeViewProps, 'saveScenario'>;

export function Home(props: HomeProps) {
  return (
    <HomeView {...props} saveScenario={() => saveAs('full-merge.json', FULL_MERGE, 'application/json')} />
  );
}
