/**
 * Property tests, from a fixed seed: what fails for one fails for all, and a change is not refused for a fault that was there
 * before it. `npm run test:deep` draws other cases each time.
 */
import fc from 'fast-check';

fc.configureGlobal(process.env.DEEP ? {} : { seed: 20261122 });

export default fc;
