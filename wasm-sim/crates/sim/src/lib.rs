//! The simulation: scenario, device, view, timeline, workload, checker, and the session that serves the page.
