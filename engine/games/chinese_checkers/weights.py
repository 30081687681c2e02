import numpy as np
WEIGHTS = np.zeros(1, np.int32)
