/** Runs before each file of tests of the page (vite.config.ts). */
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// How fast a machine is does not decide whether something appears in time.
configure({ asyncUtilTimeout: 120_000 });
afterEach(cleanup);
